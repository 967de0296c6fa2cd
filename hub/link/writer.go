package link

import (
	"errors"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// Errors of a writer.
var (
	errClosed   = errors.New("link: connection is closed")
	errOverflow = errors.New("link: the queue is full")
	errShed     = errors.New("link: dropped, the queue is half full")
	errMoved    = errors.New("link: the session has changed its transport")
)

// farewellPatience is how long a closing connection may take to send what it
// still holds, and the peer to answer.
const farewellPatience = 2 * time.Second

// writer is the net.Conn under the WebSocket library and the one place where bytes
// leave. The fields below mu are guarded by it.
type writer struct {
	source
	out     *outgoing
	flusher *flusher
	answers answers

	mu     sync.Mutex
	room   room // for sendWait
	queue  queue
	direct direct
	wrote  int64 // when frames left last, by clock
	busy   bool  // a drainer runs: the queue is the socket's backlog, not a batch
	dirty  bool  // the flusher knows that a batch waits
	closed bool
	last   bool // a farewell was queued: nothing may follow
}

func newWriter(conn net.Conn, prefix []byte, out *outgoing) *writer {
	w := &writer{source: source{conn, prefix}, out: out, flusher: out.flusher()}
	w.direct.open(conn)
	return w
}

// source is a connection of whose bytes net/http had read some already.
type source struct {
	net.Conn
	prefix []byte // which those are
}

// Read gives what net/http had read, then the connection's bytes.
func (s *source) Read(p []byte) (int, error) {
	if len(s.prefix) > 0 {
		n := copy(p, s.prefix)
		s.prefix = s.prefix[n:]
		return n, nil
	}
	n, err := s.Conn.Read(p)
	if err == io.EOF { //nolint:errorlint // the very value, as readers compare it
		// The WebSocket library passes an end on as the end of a message, so a message
		// that was cut short would count as whole. No connection ends well this way.
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

// Write takes the WebSocket library's control frames. It never blocks.
func (w *writer) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.last && !w.closed {
		return len(p), nil // ours was the last word
	}
	if err := w.put(append([]byte(nil), p...), control); err != nil {
		return 0, err
	}
	return len(p), nil
}

// urgency says what a frame may have to put up with.
type urgency int

const (
	durable  urgency = iota // may wait for others
	fleeting                // may be dropped
	control                 // the library's own: goes out at once
)

// send writes or queues a frame. A fleeting one is dropped (errShed) from half of
// the queue on. errOverflow means that the connection must be closed.
func (w *writer) send(frame []byte, how urgency) error {
	err := w.locked(frame, how)
	if errors.Is(err, errShed) {
		w.out.shed()
	}
	return err
}

// locked gives the lock back after a panic too: whoever catches it sends again.
func (w *writer) locked(frame []byte, how urgency) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.put(frame, how)
}

// sendWait is send for a backlog that may be larger than the queue: it waits for
// half a queue of room. The wait ends with the connection at the latest.
func (w *writer) sendWait(frame []byte) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	for w.busy && !w.closed && !w.last && w.queue.count > 0 && w.out.bounds().half(w.queue.bytes, w.queue.count, len(frame)) {
		w.room.wait(&w.mu)
	}
	return w.put(frame, durable)
}

// put is where a frame's way is decided: at once, into the batch of a socket that
// was written a moment ago, or behind the backlog of one that is full.
func (w *writer) put(frame []byte, how urgency) (err error) {
	defer func() { // the sender may be about to send to many others
		if w.out.guard.caught(panickedWrite, recover()) {
			w.shut()
			err = errClosed
		}
	}()
	switch {
	case w.closed || w.last:
		return errClosed
	case w.busy || !w.direct.possible():
		return w.follow(frame, how)
	}
	now := clock()
	at := w.wrote
	switch {
	case how == control:
	case w.answers.take():
		w.wrote = now
	case now-at >= int64(gather):
		w.wrote = now
	default:
		return w.gather(frame, now)
	}
	if len(w.queue.frames) > 0 {
		w.queue.add(frame)
		return w.flush()
	}
	n, err := w.direct.write(frame)
	if err == nil && n < len(frame) { // begun: it must be finished
		w.queue.add(frame[n:])
		w.toDrainer(w.queue.bytes)
	}
	return err
}

// follow puts a frame behind the backlog.
func (w *writer) follow(frame []byte, how urgency) error {
	q, most := &w.queue, w.out.bounds()
	switch {
	case how == fleeting && most.half(q.bytes, q.count, len(frame)):
		return errShed
	case most.full(q.bytes, q.count, len(frame), 1):
		return errOverflow
	}
	q.add(frame)
	w.toDrainer(len(frame))
	return nil
}

// answers counts the messages of a client that came and whose answers should leave at
// once: it waits for them, so they must not wait for other frames.
type answers struct{ due atomic.Int32 }

// maxAnswers bounds the frames that count as answers: not every message of a client has
// one.
const maxAnswers = 32

// ask notes that a message came.
func (a *answers) ask() {
	if a.due.Load() < maxAnswers {
		a.due.Add(1)
	}
}

// take tells whether the next frame is an answer.
func (a *answers) take() bool {
	n := a.due.Load()
	return n > 0 && a.due.CompareAndSwap(n, n-1)
}

// finish sends the farewell behind what is queued and lets the peer answer for a
// moment. Where abrupt, the queue is given up.
func (w *writer) finish(farewell []byte, abrupt bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	defer w.rescue(panickedWrite)
	if w.closed || w.last {
		return
	}
	if abrupt {
		w.shut()
		return
	}
	_ = w.SetDeadline(time.Now().Add(farewellPatience))
	if len(farewell) > 0 {
		w.queue.add(farewell)
	}
	switch {
	case w.busy || !w.direct.possible() && len(farewell) > 0:
		w.toDrainer(len(farewell))
	case w.flush() != nil:
		w.shut()
		return
	}
	w.last = true
	w.room.made()
	if !w.busy {
		w.halfClose()
	}
}

// halfClose tells the peer that nothing follows; its answer ends the reader, or
// the deadline does.
func (w *writer) halfClose() {
	if tcp, ok := w.Conn.(*net.TCPConn); ok {
		_ = tcp.CloseWrite()
	}
}

func (w *writer) shut() {
	if w.closed {
		return
	}
	w.closed = true
	if w.busy {
		_, _, _ = w.queue.hand() // given up: the drainer settles the account
	} else {
		w.queue.clear()
	}
	w.room.made()
	_ = w.Conn.Close()
}

// rescue is deferred where mu is held: a panic ends the connection, and its reader
// tells.
func (w *writer) rescue(where string) {
	if w.out.guard.caught(where, recover()) {
		w.shut()
	}
}

// Close closes the connection at once.
func (w *writer) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.shut()
	return nil
}

// backlog gives the bytes and messages that wait.
func (w *writer) backlog() (bytes, messages int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.queue.bytes, w.queue.count
}
