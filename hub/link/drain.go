package link

import "net"

// toDrainer counts bytes that were queued as backlog and starts a drainer if
// none runs. The caller holds mu.
func (w *writer) toDrainer(more int) {
	w.out.waiting.Add(int64(more))
	if !w.busy {
		w.busy = true
		w.out.work.Go(w.drain)
	}
}

// drain sends the backlog until none is left. Only drain subtracts from the
// server's backlog count in that time.
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

// writeAll writes a batch without the lock, so that other frames can be
// queued. The caller holds mu, here and after a panic too.
func (w *writer) writeAll(batch net.Buffers) error {
	w.mu.Unlock()
	defer w.mu.Lock()
	_, err := batch.WriteTo(w.Conn)
	return err
}

// drained removes the remaining bytes from the count when the drainer ends.
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
