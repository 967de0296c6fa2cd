package link

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"sync"
	"sync/atomic"
)

// A message that is not complete yet occupies memory for as long as its
// sender likes. So all unfinished messages share one bound over all
// connections. Beyond it, the connection whose message began first is closed.

var (
	errInputLarge = errors.New("link: the message is larger than allowed")
	errInputHeld  = errors.New("link: too much unfinished input is held")
)

const (
	// freeInput is how many bytes a connection may hold without being
	// counted.
	freeInput = 1 << 10
	// manyInput is the size from which a connection may be closed to make
	// room.
	manyInput = 16 << 10
)

// input counts the buffers of unfinished messages and polling bodies.
type input struct {
	limit int64
	held  atomic.Int64

	mu    sync.Mutex
	large []*incoming // those of more than manyInput, the oldest first
}

// incoming is one message that is being received.
type incoming struct {
	conn  *Conn
	abort func() // ends reading it, from any goroutine

	// Guarded by input.mu once it is listed.
	counted int64
	listed  bool
	evicted bool // its connection is being closed to make room
}

// read reads a whole message of at most limit bytes into b.
func (i *input) read(h *incoming, b *bytes.Buffer, r io.Reader, limit int) error {
	if err := i.count(h, b.Cap()); err != nil {
		return err
	}
	for {
		if b.Available() == 0 {
			size := max(min(2*b.Cap(), limit+1), 512)
			if err := i.count(h, size); err != nil {
				return err
			}
			b.Grow(size - b.Len())
		}
		room := b.AvailableBuffer()
		n, err := r.Read(room[:min(b.Available(), limit+1-b.Len())])
		b.Write(room[:n])
		switch {
		case b.Len() > limit:
			return errInputLarge
		case errors.Is(err, io.EOF):
			return nil
		case err != nil && h.closed():
			return errInputHeld
		case err != nil:
			return err
		}
	}
}

// count records how much memory a message occupies now. An error means that
// its own connection must be closed; count closes other connections itself.
func (i *input) count(h *incoming, size int) error {
	counted := max(0, int64(size)-freeInput)
	if !h.listed && counted == h.counted {
		return nil
	}
	if !h.listed && counted <= manyInput {
		held := i.held.Add(counted - h.counted)
		if h.counted = counted; held <= i.limit {
			return nil
		}
	}
	gone, err := i.makeRoom(h, counted)
	for _, other := range gone {
		other.conn.Close(InputHeld)
		other.abort()
	}
	return err
}

// makeRoom counts a large message and returns the connections to close for
// it.
func (i *input) makeRoom(h *incoming, counted int64) (gone []*incoming, err error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if h.evicted {
		return nil, errInputHeld
	}
	i.held.Add(counted - h.counted)
	h.counted = counted
	if counted > manyInput && !h.listed {
		h.listed = true
		i.large = append(i.large, h)
	}
	for i.held.Load() > i.limit {
		if len(i.large) == 0 || i.large[0] == h {
			return gone, errInputHeld
		}
		oldest := i.large[0]
		i.large = i.large[1:]
		i.held.Add(-oldest.counted)
		oldest.counted, oldest.evicted = 0, true
		gone = append(gone, oldest)
	}
	return gone, nil
}

// done ends a message, complete or not: its buffer is reused or released.
func (i *input) done(h *incoming) {
	if !h.listed {
		i.held.Add(-h.counted)
		return
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	i.held.Add(-h.counted)
	if at := slices.Index(i.large, h); at >= 0 {
		i.large = slices.Delete(i.large, at, at+1)
	}
}

// reserve counts bytes of complete messages. It returns false if they would
// exceed half of the bound, unless must is true.
func (i *input) reserve(bytes int64, must bool) bool {
	for {
		held := i.held.Load()
		if !must && held+bytes > i.limit/2 {
			return false
		}
		if i.held.CompareAndSwap(held, held+bytes) {
			return true
		}
	}
}

// closed reports whether the connection was closed for its unfinished input.
func (h *incoming) closed() bool {
	r := h.conn.reason.Load()
	return r != nil && *r == InputHeld
}
