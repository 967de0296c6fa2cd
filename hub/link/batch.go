package link

import "time"

// gather adds a frame to the batch of a socket that was written to a moment
// ago.
func (w *writer) gather(frame []byte, now int64) error {
	w.queue.add(frame)
	if w.queue.bytes >= batchBytes || w.queue.count >= batchMessages {
		w.wrote = now
		return w.flush()
	}
	if !w.dirty {
		w.dirty = true
		w.flusher.add(w, gather-time.Duration(now-w.wrote))
	}
	return nil
}

// flushDue implements batched.
func (w *writer) flushDue() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	defer w.rescue(panickedFlusher)
	w.dirty = false
	if w.closed || w.busy || len(w.queue.frames) == 0 {
		return 0
	}
	n := w.queue.count
	w.wrote = clock()
	if w.flush() != nil {
		w.shut() // the reader notices and reports it
	}
	return n
}

// flush sends the batch with one write. What the socket does not accept
// becomes a backlog. The caller holds mu and knows that no drainer runs.
func (w *writer) flush() error {
	switch {
	case len(w.queue.frames) == 0:
		return nil
	case !w.queue.small():
		w.toDrainer(w.queue.bytes)
		return nil
	}
	n, err := w.queue.whole(w.direct.write)
	if err != nil {
		return err
	}
	if n == w.queue.bytes {
		w.queue.clear()
		return nil
	}
	w.queue.cut(n)
	w.toDrainer(w.queue.bytes)
	return nil
}
