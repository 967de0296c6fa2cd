package link

import (
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

var started = time.Now()

// clock gives nanoseconds that never go back.
func clock() int64 { return int64(time.Since(started)) }

// batched is a writer whose batch is to leave.
type batched interface {
	// flushDue sends it, and gives how many frames left together.
	flushDue() int
}

// flusher sends the batches of the writers that are its share. It sleeps as long as
// none waits, and has a goroutine only while it writes.
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

// add notes a writer whose batch is to leave in a while.
func (f *flusher) add(w batched, in time.Duration) {
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
func (f *flusher) due() []batched {
	f.mu.Lock()
	defer f.mu.Unlock()
	writers := f.dirty
	f.dirty = f.spare
	return writers
}

// again ends a round, and begins the next where writers wait.
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
