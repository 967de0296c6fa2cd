package runtime

import (
	"context"
	"errors"
	"net"
	"sync"

	"switchboard/storage/panics"
)

// lines open the connections to other nodes one at a time. net/http opens one for
// each request that finds none, and HTTP/2 shares one only once it is there: a burst
// of commands to a node just met would be as many handshakes, which a busy machine
// does not do in time. Here the first to come tries the node, the others wait for
// what it learns, and then all share its connection.
//
// Concurrency: all methods are safe for concurrent use.
// Lifecycle: newLines, then dial as the transport's, open before each command, close.
// Invariants: at most one attempt per address is under way; an address without a
// connection or an attempt is not remembered.
type lines struct {
	// try has the node at an address answer.
	try    func(ctx context.Context, addr string) error
	dialer *net.Dialer
	panics *panics.Catcher

	mu     sync.Mutex
	to     map[string]*line
	closed bool

	stop context.CancelFunc
	ctx  context.Context //nolint:containedctx // the life of the attempts, until close
	work sync.WaitGroup
}

// line is what is known of the connections to one node.
type line struct {
	live     int      // connections that are not closed, those in their handshake too
	answered bool     // the node has answered on one of them
	trying   *attempt // nil where nobody tries
}

// attempt is one try at a node; err is read after done is closed.
type attempt struct {
	done chan struct{}
	err  error
}

func newLines(dialer *net.Dialer, catcher *panics.Catcher, try func(ctx context.Context, addr string) error) *lines {
	l := &lines{try: try, dialer: dialer, panics: catcher, to: map[string]*line{}}
	l.ctx, l.stop = context.WithCancel(context.Background())
	return l
}

// open returns when there is a connection to share, or says why there is none. The
// attempt goes on when its first caller leaves: others may wait for it.
func (l *lines) open(ctx context.Context, addr string) error {
	mine, err := l.enter(addr)
	if mine == nil {
		return err
	}
	select {
	case <-mine.done:
		return mine.err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// enter gives the attempt to wait for; nil where there is a connection, or an error.
func (l *lines) enter(addr string) (*attempt, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return nil, errStopping()
	}
	way := l.line(addr)
	if way.answered {
		return nil, nil //nolint:nilnil // nothing to wait for, nothing wrong
	}
	if way.trying == nil {
		mine := &attempt{done: make(chan struct{}), err: errPanicked}
		way.trying = mine
		l.work.Go(func() { l.panics.Round(panics.Cluster, func() { l.attempt(addr, way, mine) }) })
	}
	return way.trying, nil
}

// errPanicked is what those learn who wait for an attempt that never came to an end.
var errPanicked = errors.New("the attempt to reach the node panicked")

func (l *lines) attempt(addr string, way *line, mine *attempt) {
	defer l.tried(addr, way, mine)
	mine.err = l.try(l.ctx, addr)
}

// tried ends an attempt and wakes those who wait for it.
func (l *lines) tried(addr string, way *line, mine *attempt) {
	l.mu.Lock()
	defer l.mu.Unlock()
	defer close(mine.done)
	way.trying = nil
	way.answered = mine.err == nil && way.live > 0
	l.forget(addr, way)
}

// line gives the line to an address. The lock is held.
func (l *lines) line(addr string) *line {
	way := l.to[addr]
	if way == nil {
		way = &line{}
		l.to[addr] = way
	}
	return way
}

// forget drops a line of which nothing is left. The lock is held.
func (l *lines) forget(addr string, way *line) {
	if way.live == 0 && way.trying == nil && l.to[addr] == way {
		delete(l.to, addr)
	}
}

// dial opens a connection and keeps count of it.
func (l *lines) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	conn, err := l.dialer.DialContext(ctx, network, addr)
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	way := l.line(addr)
	way.live++
	return &counted{Conn: conn, hungUp: sync.OnceFunc(func() { l.hungUp(addr, way) })}, nil
}

// hungUp notes that a connection was closed: after the last, the next command tries
// the node again before others follow.
func (l *lines) hungUp(addr string, way *line) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if way.live--; way.live == 0 {
		way.answered = false
	}
	l.forget(addr, way)
}

// close ends the attempts under way and waits for them.
func (l *lines) close() {
	l.shut()
	l.stop()
	l.work.Wait()
}

func (l *lines) shut() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
}

// counted is a connection that tells when it is closed.
type counted struct {
	net.Conn
	hungUp func()
}

// Close implements net.Conn.
func (c *counted) Close() error {
	c.hungUp()
	return c.Conn.Close()
}
