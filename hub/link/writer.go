package link

import (
	"errors"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"syscall"
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
	net.Conn
	prefix  []byte // what net/http had read already
	raw     syscall.RawConn
	try     func(fd uintptr) bool // bound once: a closure per write would allocate
	server  *Server
	flusher *flusher
	asked   atomic.Int32 // messages that came and whose answers should leave at once

	mu      sync.Mutex
	room    *sync.Cond // waited on by SendWait, made when first needed
	queue   net.Buffers
	box     *net.Buffers // where queue's array goes back to
	queued  int          // bytes in queue or with the drainer
	count   int          // messages likewise
	wrote   int64        // when frames left last, by clock
	busy    bool         // a drainer runs: the queue is the socket's backlog, not a batch
	dirty   bool         // the flusher knows that a batch waits
	closed  bool
	last    bool // a farewell was queued: nothing may follow
	pending []byte
	written int
	failure error
}

// Limits bound what waits for one connection.
type Limits struct {
	// QueueBytes and QueueMessages close the connection when exceeded; fleeting
	// frames are dropped from half of either.
	QueueBytes, QueueMessages int
}

func newWriter(conn net.Conn, prefix []byte, s *Server) *writer {
	w := &writer{Conn: conn, prefix: prefix, server: s, flusher: s.nextFlusher()}
	if tcp, ok := conn.(*net.TCPConn); ok {
		if raw, err := tcp.SyscallConn(); err == nil {
			w.raw = raw
			w.try = w.writeOnce
		}
	}
	return w
}

// Read gives what net/http had read, then the connection's bytes.
func (w *writer) Read(p []byte) (int, error) {
	if len(w.prefix) > 0 {
		n := copy(p, w.prefix)
		w.prefix = w.prefix[n:]
		return n, nil
	}
	n, err := w.Conn.Read(p)
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
		w.server.shed()
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
	for w.busy && !w.closed && !w.last && w.half(len(frame)) && w.count > 0 {
		if w.room == nil {
			w.room = sync.NewCond(&w.mu)
		}
		w.room.Wait()
	}
	return w.put(frame, durable)
}

func (w *writer) half(more int) bool {
	bytes, messages := w.server.bounds()
	return w.queued+more > bytes/2 || w.count+1 > messages/2
}

// full tells whether one more frame is too much. A lone one passes whatever its
// size: the limit is on the backlog.
func (w *writer) full(more int) bool {
	bytes, messages := w.server.bounds()
	return w.count > 0 && (w.queued+more > bytes || w.count+1 > messages)
}

// put is where a frame's way is decided: at once, into the batch of a socket that
// was written a moment ago, or behind the backlog of one that is full.
func (w *writer) put(frame []byte, how urgency) (err error) {
	defer func() { // the sender may be about to send to many others
		if w.server.caught(panickedWrite, recover()) {
			w.shut()
			err = errClosed
		}
	}()
	switch {
	case w.closed || w.last:
		return errClosed
	case w.busy || w.raw == nil:
		if how == fleeting && w.half(len(frame)) {
			return errShed
		}
		if w.full(len(frame)) {
			return errOverflow
		}
		w.enqueue(frame)
		w.toDrainer(len(frame))
		return nil
	}
	now := clock()
	at := w.wrote
	switch {
	case how == control:
	case w.answers():
		w.wrote = now
	case now-at >= int64(gather):
		w.wrote = now
	default:
		return w.gather(frame, now)
	}
	if len(w.queue) > 0 {
		w.enqueue(frame)
		return w.flush()
	}
	n, err := w.inline(frame)
	if err == nil && n < len(frame) { // begun: it must be finished
		w.enqueue(frame[n:])
		w.toDrainer(w.queued)
	}
	return err
}

// answers tells whether the client waits for an answer, which must not wait for other
// frames.
func (w *writer) answers() bool {
	n := w.asked.Load()
	return n > 0 && w.asked.CompareAndSwap(n, n-1)
}

// maxAsked bounds the frames that count as answers: not every message of a client has
// one.
const maxAsked = 32

// ask notes that a message came.
func (w *writer) ask() {
	if w.asked.Load() < maxAsked {
		w.asked.Add(1)
	}
}

func (w *writer) enqueue(frame []byte) {
	if w.queue == nil {
		w.box, _ = boxes.Get().(*net.Buffers)
		w.queue = (*w.box)[:0]
	}
	w.queue = append(w.queue, frame)
	w.queued += len(frame)
	w.count++
}

// inline makes one write(2) that doesn't block; it gives how much went out.
func (w *writer) inline(frame []byte) (int, error) {
	w.pending, w.written, w.failure = frame, 0, nil
	err := w.raw.Write(w.try)
	w.pending = nil
	if err == nil {
		err = w.failure
	}
	return w.written, err
}

func (w *writer) writeOnce(fd uintptr) bool {
	for {
		n, err := syscall.Write(int(fd), w.pending)
		switch {
		case err == nil:
			w.written = n
		case errors.Is(err, syscall.EINTR):
			continue
		case errors.Is(err, syscall.EAGAIN):
		default:
			w.failure = err
		}
		return true
	}
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
		w.enqueue(farewell)
	}
	switch {
	case w.busy || w.raw == nil && len(farewell) > 0:
		w.toDrainer(len(farewell))
	case w.flush() != nil:
		w.shut()
		return
	}
	w.last = true
	if w.room != nil {
		w.room.Broadcast()
	}
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
	w.release()
	if w.room != nil {
		w.room.Broadcast()
	}
	_ = w.Conn.Close()
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
	return w.queued, w.count
}
