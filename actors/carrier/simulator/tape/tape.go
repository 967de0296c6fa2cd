package tape

import (
	"os"
	"sync"
	"time"

	"switchboard/actors/carrier/simulator/audio"
)

// Longest is the maximum duration of a recording.
const Longest = 4 * time.Hour

const (
	mostBytes = int64(Longest / time.Second * audio.Rate)
	// atOnce is the number of bytes written at once: one second.
	atOnce = audio.Rate
)

// Tape records a leg.
type Tape struct {
	mu      sync.Mutex
	file    *os.File
	size    int64
	waiting []byte
	silent  bool
	failed  error
}

// Take adds 20 ms: the mix of what is said and what is heard. A closed tape ignores
// it.
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

// Silence switches to recording silence, or back.
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

// close closes the tape, and returns its error.
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
