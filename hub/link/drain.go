package link

import "net"

// toDrainer counts bytes that were queued as backlog and sees to it that somebody
// sends them. The caller holds mu.
func (w *writer) toDrainer(more int) {
	w.out.waiting.Add(int64(more))
	if !w.busy {
		w.busy = true
		w.out.work.Go(w.drain)
	}
}

// drain sends the backlog until none is left. Until then it alone takes bytes off
// the server's account of it.
func (w *writer) drain() {
	w.mu.Lock()
	defer w.mu.Unlock()
	defer w.drained()
	defer w.rescue(panickedDrainer)
	for !w.closed && len(w.queue.frames) > 0 {
		batch, bytes, count := w.queue.hand()
		err := w.writeAll(batch)
		w.wrote = clock()
		w.sent(bytes, count)
		w.room.made()
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
	w.sent(w.queue.bytes, w.queue.count)
	w.busy = false
	if w.last && !w.closed {
		w.halfClose()
	}
}

func (w *writer) sent(bytes, count int) {
	w.queue.left(bytes, count)
	w.out.waiting.Add(int64(-bytes))
}
