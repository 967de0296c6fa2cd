package tape

import (
	"os"
	"sync"
	"time"

	"switchboard/actors/carrier/simulator/audio"
)

// Longest is how long a recording may be.
const Longest = 4 * time.Hour

const (
	mostBytes = int64(Longest / time.Second * audio.Rate)
	// written at once is what a second has.
	atOnce = audio.Rate
)

// Tape takes what is said and heard on a leg.
type Tape struct {
	mu      sync.Mutex
	file    *os.File
	size    int64
	waiting []byte
	silent  bool
	failed  error
}

// Take adds 20 ms: what is said and what is heard, one over the other. A tape that is closed
// takes nothing.
func (t *Tape) Take(says, heard *audio.Frame) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.file == nil || t.failed != nil || t.size >= mostBytes {
		return
	}
	var sum audio.Frame
	if !t.silent {
		sum = audio.Sum(says, heard)
	}
	t.waiting = append(t.waiting, audio.Encode(&sum)...)
	t.size += audio.Length
	if len(t.waiting) >= atOnce {
		t.flushLocked()
	}
}

// Silence has silence recorded instead of what is there, or that again.
func (t *Tape) Silence(on bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.silent = on
}

func (t *Tape) flushLocked() {
	if len(t.waiting) > 0 && t.failed == nil {
		_, t.failed = t.file.Write(t.waiting)
	}
	t.waiting = t.waiting[:0]
}

// close ends the tape, and tells what went wrong with it.
func (t *Tape) close() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.file == nil {
		return nil
	}
	t.flushLocked()
	err := t.file.Close()
	t.file = nil
	if t.failed != nil {
		return t.failed
	}
	return err
}
