package link

import (
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// gather is how long after a write the next frames of a socket wait for each
// other, so that one write serves them all. A frame that finds its socket quiet
// waits for nothing.
const gather = 5 * time.Millisecond

// A batch that reaches either goes out at once.
const (
	batchBytes    = 32 << 10
	batchMessages = 128
)

// maxFlushers bounds the flushers of a server; each keeps one core busy at most.
const maxFlushers = 8

// scratchSize is the largest batch that is copied into one piece; small frames
// leave faster so than by an array of pointers. Larger ones go by writev.
const scratchSize = 64 << 10

var (
	started   = time.Now()
	boxes     = sync.Pool{New: func() any { b := make(net.Buffers, 0, 16); return &b }}
	scratches = sync.Pool{New: func() any { b := make([]byte, 0, scratchSize); return &b }}
)

// clock gives nanoseconds that never go back.
func clock() int64 { return int64(time.Since(started)) }

// flusher writes the batches of the writers that are its share. It sleeps as long as
// none waits, and has a goroutine only while it writes.
type flusher struct {
	mu    sync.Mutex
	dirty []*writer
	spare []*writer // the other list, while one is being written
	timer *time.Timer
	armed bool

	flushes, frames atomic.Int64
}

func newFlusher(s *Server) *flusher {
	f := &flusher{}
	f.timer = s.after(time.Hour, f.run)
	f.timer.Stop()
	return f
}

// nextFlusher gives connections to the flushers in turn.
func (s *Server) nextFlusher() *flusher {
	return s.flushers[int(s.next.Add(1))%len(s.flushers)]
}

// add notes a writer whose batch is to leave in a while.
func (f *flusher) add(w *writer, in time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.dirty = append(f.dirty, w)
	if !f.armed {
		f.armed = true
		f.timer.Reset(in)
	}
}

// run writes what waits. When that takes longer than gather, the next round
// begins at once with larger batches: load makes each write cheaper.
func (f *flusher) run() {
	began := clock()
	writers := f.due()
	defer f.again(writers, began) // also after a panic, or nobody would be written to any more
	frames := 0
	for _, w := range writers {
		frames += w.flushDue()
	}
	f.flushes.Add(int64(len(writers)))
	f.frames.Add(int64(frames))
}

// due takes the writers whose batches are to leave.
func (f *flusher) due() []*writer {
	f.mu.Lock()
	defer f.mu.Unlock()
	writers := f.dirty
	f.dirty = f.spare
	return writers
}

// again ends a round, and begins the next where writers wait.
func (f *flusher) again(writers []*writer, began int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	clear(writers)
	f.spare = writers[:0]
	if f.armed = len(f.dirty) > 0; f.armed {
		f.timer.Reset(max(0, gather-time.Duration(clock()-began)))
		return
	}
	f.dirty, f.spare = nil, nil
}

// gather adds a frame to the batch of a socket that was written a moment ago.
func (w *writer) gather(frame []byte, now int64) error {
	w.enqueue(frame)
	if w.queued >= batchBytes || w.count >= batchMessages {
		w.wrote = now
		return w.flush()
	}
	if !w.dirty {
		w.dirty = true
		w.flusher.add(w, gather-time.Duration(now-w.wrote))
	}
	return nil
}

// flushDue is the flusher's turn; it gives how many frames left together.
func (w *writer) flushDue() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	defer w.rescue(panickedFlusher)
	w.dirty = false
	if w.closed || w.busy || len(w.queue) == 0 {
		return 0
	}
	n := w.count
	w.wrote = clock()
	if w.flush() != nil {
		w.shut() // the reader learns of it, and tells
	}
	return n
}

// flush sends the batch with one write; what the socket doesn't take becomes a
// backlog. The caller holds mu and knows that no drainer runs.
func (w *writer) flush() error {
	switch {
	case len(w.queue) == 0:
		return nil
	case w.queued > scratchSize && len(w.queue) > 1:
		w.toDrainer(w.queued)
		return nil
	}
	n, err := w.inlineAll()
	if err != nil {
		return err
	}
	if n == w.queued {
		w.release()
		return nil
	}
	w.queued -= n
	for n >= len(w.queue[0]) {
		n -= len(w.queue[0])
		w.queue[0] = nil
		w.queue = w.queue[1:]
	}
	w.queue[0] = w.queue[0][n:]
	w.count = len(w.queue)
	w.toDrainer(w.queued)
	return nil
}

func (w *writer) inlineAll() (int, error) {
	if len(w.queue) == 1 {
		return w.inline(w.queue[0])
	}
	p, _ := scratches.Get().(*[]byte)
	defer scratches.Put(p)
	all := (*p)[:0]
	for _, frame := range w.queue {
		all = append(all, frame...)
	}
	return w.inline(all)
}

// release empties the queue of a writer without drainer and gives its array back.
func (w *writer) release() {
	if w.busy {
		w.queue, w.box = nil, nil // the drainer settles the accounts
		return
	}
	if w.box != nil && cap(w.queue) <= 2*batchMessages {
		clear(w.queue)
		*w.box = w.queue[:0]
		boxes.Put(w.box)
	}
	w.queue, w.box, w.queued, w.count = nil, nil, 0, 0
}
