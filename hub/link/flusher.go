package link

import (
	"sync"
	"sync/atomic"
	"time"
)

// gather is how long after a write the next frames of a socket are batched,
// so that one write serves them all. A frame for a quiet socket is sent
// immediately.
const gather = 5 * time.Millisecond

// A batch that reaches either limit is sent immediately.
const (
	batchBytes    = 32 << 10
	batchMessages = 128
)

// maxFlushers bounds the flushers of a server; each keeps at most one core
// busy.
const maxFlushers = 8

var started = time.Now()

// clock returns monotonic nanoseconds.
func clock() int64 { return int64(time.Since(started)) }

// batched is a writer with a batch to send.
type batched interface {
	// flushDue sends the batch and returns how many frames it had.
	flushDue() int
}

// flusher sends the batches of its share of the writers. It sleeps while
// there are none, and has a goroutine only while it writes.
type flusher struct {
	mu    sync.Mutex
	dirty []batched
	spare []batched // the other list, while one is being written
	timer *time.Timer
	armed bool

	flushes, frames atomic.Int64
}

func newFlusher(g *guard) *flusher {
	f := &flusher{}
	f.timer = g.after(time.Hour, f.run)
	f.timer.Stop()
	return f
}

// add registers a writer whose batch is due after in.
func (f *flusher) add(w batched, in time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.dirty = append(f.dirty, w)
	if !f.armed {
		f.armed = true
		f.timer.Reset(in)
	}
}

// run writes the due batches. If that takes longer than gather, the next
// round starts immediately with larger batches: load makes each write
// cheaper.
func (f *flusher) run() {
	began := clock()
	writers := f.due()
	defer f.again(writers, began) // after a panic too, or no socket would be written to any more
	frames := 0
	for _, w := range writers {
		frames += w.flushDue()
	}
	f.flushes.Add(int64(len(writers)))
	f.frames.Add(int64(frames))
}

// due returns the writers whose batches are to be sent.
func (f *flusher) due() []batched {
	f.mu.Lock()
	defer f.mu.Unlock()
	writers := f.dirty
	f.dirty = f.spare
	return writers
}

// again ends a round, and starts the next if writers are queued.
func (f *flusher) again(writers []batched, began int64) {
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
