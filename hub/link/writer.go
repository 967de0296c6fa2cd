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

// farewellTimeout is how long a closing connection may take to send its
// queue, and the peer to reply.
const farewellTimeout = 2 * time.Second

// writer is the net.Conn below the WebSocket library and the only place that
// sends bytes. mu guards the fields below it.
type writer struct {
	source
	out     *outgoing
	flusher *flusher
	answers answers

	mu     sync.Mutex
	room   room // for sendWait
	queue  queue
	direct direct
	wrote  int64 // when frames were last sent, by clock
	busy   bool  // a drainer runs: the queue is the socket's backlog, not a batch
	dirty  bool  // the flusher knows that there is a batch
	closed bool
	last   bool // a farewell was queued: nothing may follow
}

func newWriter(conn net.Conn, prefix []byte, out *outgoing) *writer {
	w := &writer{source: source{conn, prefix}, out: out, flusher: out.flusher()}
	w.direct.open(conn)
	return w
}

// source is a connection from which net/http has already read some bytes.
type source struct {
	net.Conn
	prefix []byte // the bytes already read
}

// Read returns what net/http had read, then the connection's bytes.
func (s *source) Read(p []byte) (int, error) {
	if len(s.prefix) > 0 {
		n := copy(p, s.prefix)
		s.prefix = s.prefix[n:]
		return n, nil
	}
	n, err := s.Conn.Read(p)
	if err == io.EOF { //nolint:errorlint // the very value, as readers compare it
		// The WebSocket library takes EOF as the end of a message, so a
		// truncated message would count as complete. A connection never ends
		// properly with EOF.
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

// Write sends the WebSocket library's control frames. It never blocks.
func (w *writer) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.last && !w.closed {
		return len(p), nil // our farewell was the last frame
	}
	if err := w.put(append([]byte(nil), p...), control); err != nil {
		return 0, err
	}
	return len(p), nil
}

// urgency is how a frame may be treated.
type urgency int

const (
	durable   urgency = iota // may be batched
	ephemeral                // may be dropped
	control                  // the library's own: sent immediately
)

// send writes or queues a frame. An ephemeral frame is dropped (errShed)
// above half of the queue. errOverflow means that the connection must be
// closed.
func (w *writer) send(frame []byte, how urgency) error {
	err := w.locked(frame, how)
	if errors.Is(err, errShed) {
		w.out.shed()
	}
	return err
}

// locked releases the lock after a panic too, because the code that catches it
// sends again.
func (w *writer) locked(frame []byte, how urgency) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.put(frame, how)
}

// sendWait is send for a backlog that may be larger than the queue: it waits
// until half of the queue is free. The wait ends with the connection at the
// latest.
func (w *writer) sendWait(frame []byte) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	for w.busy && !w.closed && !w.last && w.queue.count > 0 && w.out.bounds().half(w.queue.bytes, w.queue.count, len(frame)) {
		w.room.wait(&w.mu)
	}
	return w.put(frame, durable)
}

// put decides how a frame is sent: directly, in the batch of a socket that
// was written to a moment ago, or behind the backlog of a full socket.
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
	if err == nil && n < len(frame) { // partly written: it must be finished
		w.queue.add(frame[n:])
		w.toDrainer(w.queue.bytes)
	}
	return err
}

// follow queues a frame behind the backlog.
func (w *writer) follow(frame []byte, how urgency) error {
	q, maxBytes := &w.queue, w.out.bounds()
	switch {
	case how == ephemeral && maxBytes.half(q.bytes, q.count, len(frame)):
		return errShed
	case maxBytes.full(q.bytes, q.count, len(frame), 1):
		return errOverflow
	}
	q.add(frame)
	w.toDrainer(len(frame))
	return nil
}

// answers counts client messages whose replies should be sent immediately:
// the client waits for them, so they must not wait in a batch.
type answers struct{ due atomic.Int32 }

// maxAnswers bounds the frames that count as replies: not every client
// message has one.
const maxAnswers = 32

// ask records that a message arrived.
func (a *answers) ask() {
	if a.due.Load() < maxAnswers {
		a.due.Add(1)
	}
}

// take reports whether the next frame is a reply.
func (a *answers) take() bool {
	n := a.due.Load()
	return n > 0 && a.due.CompareAndSwap(n, n-1)
}

// finish sends the farewell behind the queue and gives the peer a moment to
// reply. If abrupt is true, it drops the queue.
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
	_ = w.SetDeadline(time.Now().Add(farewellTimeout))
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

// halfClose signals the peer that nothing follows. The peer's reply or the
// deadline ends the reader.
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
		_, _, _ = w.queue.hand() // dropped: the drainer updates the count
	} else {
		w.queue.clear()
	}
	w.room.made()
	_ = w.Conn.Close()
}

// rescue is deferred while mu is held: a panic ends the connection, and its
// reader reports it.
func (w *writer) rescue(where string) {
	if w.out.guard.caught(where, recover()) {
		w.shut()
	}
}

// Close closes the connection immediately.
func (w *writer) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.shut()
	return nil
}

// backlog returns the queued bytes and messages.
func (w *writer) backlog() (bytes, messages int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.queue.bytes, w.queue.count
}
