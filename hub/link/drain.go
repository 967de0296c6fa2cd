package link

import "net"

// toDrainer counts bytes that were queued as backlog and sees to it that somebody
// sends them. The caller holds mu.
func (w *writer) toDrainer(more int) {
	w.server.backlog.Add(int64(more))
	if !w.busy {
		w.busy = true
		w.server.work.Go(w.drain)
	}
}

// drain sends the backlog until none is left. Until then it alone takes bytes off
// the server's account of it.
func (w *writer) drain() {
	w.mu.Lock()
	defer w.mu.Unlock()
	defer w.drained()
	defer w.rescue(panickedDrainer)
	for !w.closed && len(w.queue) > 0 {
		batch, bytes, count := w.queue, w.queued, w.count
		w.queue, w.box = nil, nil
		err := w.writeAll(batch)
		w.wrote = clock()
		w.sent(bytes, count)
		if w.room != nil {
			w.room.Broadcast()
		}
		if err != nil {
			w.shut()
		}
	}
}

// writeAll writes a batch while others may queue. The caller holds mu, here and after a
// panic too.
func (w *writer) writeAll(batch net.Buffers) error {
	w.mu.Unlock()
	defer w.mu.Lock()
	_, err := batch.WriteTo(w.Conn)
	return err
}

// drained settles the drainer's account when it ends.
func (w *writer) drained() {
	w.sent(w.queued, w.count)
	w.busy = false
	if w.last && !w.closed {
		w.halfClose()
	}
}

func (w *writer) sent(bytes, count int) {
	w.queued -= bytes
	w.count -= count
	w.server.backlog.Add(int64(-bytes))
}

// bounds gives what may wait for one connection at the moment. While much waits
// altogether, it is less: whoever is furthest behind meets it first, and nobody
// gets more once the server's own bound is reached.
func (s *Server) bounds() (bytes, messages int) {
	limits, bound := &s.options.Limits, s.options.BacklogBytes
	left := bound - s.backlog.Load()
	switch {
	case left >= bound/2:
		return limits.QueueBytes, limits.QueueMessages
	case left <= 0:
		return 0, 0
	}
	return int(float64(limits.QueueBytes) * float64(left) / float64(bound/2)), limits.QueueMessages
}

func (s *Server) shed() {
	s.sheds.Add(1)
	s.options.Observer.Shed()
}

// Traffic are the server's numbers since its start, read when somebody asks.
type Traffic struct {
	// Backlog is how many bytes wait for connections that can't take them now.
	Backlog int64
	// Batches is how often frames that had waited for each other were written, and
	// BatchedFrames how many those were.
	Batches, BatchedFrames int64
	// Sheds is how many fleeting frames were dropped.
	Sheds int64
	// Refused is how many connections were refused at a limit.
	Refused int64
	// Held is how many bytes of input are held that are unfinished or wait to be acted on.
	Held int64
	// Addresses is how many client addresses are kept account of now.
	Addresses int
}

// Traffic gives the server's numbers. It is cheap.
func (s *Server) Traffic() Traffic {
	t := Traffic{Backlog: s.backlog.Load(), Sheds: s.sheds.Load(), Refused: s.refused.Load(), Held: s.input.held.Load(), Addresses: s.addresses.size()}
	for _, f := range s.flushers {
		t.Batches += f.flushes.Load()
		t.BatchedFrames += f.frames.Load()
	}
	return t
}
