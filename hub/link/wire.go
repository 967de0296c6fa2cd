package link

import (
	"errors"
	"net"
	"sync"
	"syscall"
	"time"
)

// Errors of a wire.
var (
	errClosed   = errors.New("link: connection is closed")
	errOverflow = errors.New("link: the queue is full")
	errShed     = errors.New("link: dropped, the queue is half full")
	errMoved    = errors.New("link: the session has changed its transport")
)

// farewellPatience is how long a closing connection may take to send what it
// still holds, and the peer to answer.
const farewellPatience = 2 * time.Second

// wire is the net.Conn under the WebSocket library and the one place where bytes
// leave. All fields below mu are guarded by it.
type wire struct {
	net.Conn
	prefix []byte // what net/http had read already
	raw    syscall.RawConn
	try    func(fd uintptr) bool // bound once: a closure per write would allocate
	limits *Limits
	shed   func()
	spawn  func(func()) // runs the drainer, counted

	mu      sync.Mutex
	room    *sync.Cond // waited on by SendWait, made when first needed
	queue   net.Buffers
	queued  int // bytes in queue or with the drainer
	count   int // messages likewise
	busy    bool
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

func newWire(conn net.Conn, prefix []byte, limits *Limits, shed func(), spawn func(func())) *wire {
	w := &wire{Conn: conn, prefix: prefix, limits: limits, shed: shed, spawn: spawn}
	if tcp, ok := conn.(*net.TCPConn); ok {
		if raw, err := tcp.SyscallConn(); err == nil {
			w.raw = raw
			w.try = w.writeOnce
		}
	}
	return w
}

// Read gives what net/http had read, then the connection's bytes.
func (w *wire) Read(p []byte) (int, error) {
	if len(w.prefix) > 0 {
		n := copy(p, w.prefix)
		w.prefix = w.prefix[n:]
		return n, nil
	}
	return w.Conn.Read(p)
}

// Write takes the WebSocket library's control frames. It never blocks.
func (w *wire) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.last && !w.closed {
		return len(p), nil // ours was the last word
	}
	if err := w.put(append([]byte(nil), p...), false); err != nil {
		return 0, err
	}
	return len(p), nil
}

// send writes or queues a frame. A fleeting one is dropped (errShed) from half of
// the queue on. errOverflow means that the connection must be closed.
func (w *wire) send(frame []byte, fleeting bool) error {
	w.mu.Lock()
	err := w.put(frame, fleeting)
	w.mu.Unlock()
	if errors.Is(err, errShed) {
		w.shed()
	}
	return err
}

// sendWait is send for a backlog that may be larger than the queue: it waits for
// half a queue of room. The wait ends with the connection at the latest.
func (w *wire) sendWait(frame []byte) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	for !w.closed && !w.last && w.half(len(frame)) && w.count > 0 {
		if w.room == nil {
			w.room = sync.NewCond(&w.mu)
		}
		w.room.Wait()
	}
	return w.put(frame, false)
}

func (w *wire) half(more int) bool {
	return w.queued+more > w.limits.QueueBytes/2 || w.count+1 > w.limits.QueueMessages/2
}

func (w *wire) put(frame []byte, fleeting bool) error {
	if w.closed || w.last {
		return errClosed
	}
	if !w.busy && w.raw != nil {
		n, err := w.inline(frame)
		if err != nil {
			return err
		}
		if n == len(frame) {
			return nil
		}
		frame = frame[n:] // begun: it must be finished
	} else {
		if fleeting && w.half(len(frame)) {
			return errShed
		}
		// A lone frame passes whatever its size: the limit is on the backlog.
		if w.count > 0 && (w.queued+len(frame) > w.limits.QueueBytes || w.count+1 > w.limits.QueueMessages) {
			return errOverflow
		}
	}
	w.enqueue(frame)
	return nil
}

func (w *wire) enqueue(frame []byte) {
	w.queue = append(w.queue, frame)
	w.queued += len(frame)
	w.count++
	if !w.busy {
		w.busy = true
		w.spawn(w.drain)
	}
}

// inline makes one write(2) that doesn't block; it gives how much went out.
func (w *wire) inline(frame []byte) (int, error) {
	w.pending, w.written, w.failure = frame, 0, nil
	err := w.raw.Write(w.try)
	w.pending = nil
	if err == nil {
		err = w.failure
	}
	return w.written, err
}

func (w *wire) writeOnce(fd uintptr) bool {
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

// drain sends the backlog until none is left.
func (w *wire) drain() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for !w.closed && len(w.queue) > 0 {
		batch, bytes, count := w.queue, w.queued, w.count
		w.queue = nil
		w.mu.Unlock()
		_, err := batch.WriteTo(w.Conn)
		w.mu.Lock()
		w.queued -= bytes
		w.count -= count
		if w.room != nil {
			w.room.Broadcast()
		}
		if err != nil {
			w.shut()
		}
	}
	w.busy = false
	if w.last && !w.closed {
		w.halfClose()
	}
}

// finish sends the farewell behind what is queued and lets the peer answer for a
// moment. Where abrupt, the queue is given up.
func (w *wire) finish(farewell []byte, abrupt bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed || w.last {
		return
	}
	if abrupt {
		w.shut()
		return
	}
	deadline := time.Now().Add(farewellPatience)
	_ = w.SetDeadline(deadline)
	if len(farewell) > 0 {
		if w.busy || w.raw == nil {
			w.enqueue(farewell)
		} else if n, err := w.inline(farewell); err == nil && n < len(farewell) {
			w.enqueue(farewell[n:])
		}
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
func (w *wire) halfClose() {
	if tcp, ok := w.Conn.(*net.TCPConn); ok {
		_ = tcp.CloseWrite()
	}
}

func (w *wire) shut() {
	if w.closed {
		return
	}
	w.closed = true
	w.queue = nil
	if w.room != nil {
		w.room.Broadcast()
	}
	_ = w.Conn.Close()
}

// Close closes the connection at once.
func (w *wire) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.shut()
	return nil
}

// backlog gives the bytes and messages that wait.
func (w *wire) backlog() (bytes, messages int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.queued, w.count
}
