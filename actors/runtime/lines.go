package runtime

import (
	"context"
	"errors"
	"net"
	"sync"

	"switchboard/storage/panics"
)

// lines opens the connections to other nodes one at a time. net/http opens one for
// each request that finds none, and HTTP/2 shares a connection only once it is
// established: a burst of commands to a new node would cause as many handshakes,
// which a busy machine can't handle in time. Here the first command tries the node,
// the others wait for its result, and then all share its connection.
//
// Concurrency: all methods are safe for concurrent use. Lifecycle: newLines, then
// dial as the transport's, open before each command, close. Invariants: at most one
// attempt per address is in progress. An address without a connection or an attempt
// is not stored.
type lines struct {
	// try checks whether the node at an address answers.
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

// line is the state of the connections to one node.
type line struct {
	live     int      // open connections, including those in their handshake
	answered bool     // the node has answered on one of them
	trying   *attempt // nil if there is none
}

// attempt is one try to reach a node. err is read after done is closed.
type attempt struct {
	done chan struct{}
	err  error
}

func newLines(dialer *net.Dialer, catcher *panics.Catcher, try func(ctx context.Context, addr string) error) *lines {
	l := &lines{try: try, dialer: dialer, panics: catcher, to: map[string]*line{}}
	l.ctx, l.stop = context.WithCancel(context.Background())
	return l
}

// open returns when there is a connection to share, or an error. The attempt
// continues when its first caller leaves, because others may wait for it.
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

// enter returns the attempt to wait for, or nil if there is a connection or an error.
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

// errPanicked is the result of an attempt that panicked.
var errPanicked = errors.New("the attempt to reach the node panicked")

func (l *lines) attempt(addr string, way *line, mine *attempt) {
	defer l.tried(addr, way, mine)
	mine.err = l.try(l.ctx, addr)
}

// tried ends an attempt and wakes its waiters.
func (l *lines) tried(addr string, way *line, mine *attempt) {
	l.mu.Lock()
	defer l.mu.Unlock()
	defer close(mine.done)
	way.trying = nil
	way.answered = mine.err == nil && way.live > 0
	l.forget(addr, way)
}

// line returns the line to an address. The lock is held.
func (l *lines) line(addr string) *line {
	way := l.to[addr]
	if way == nil {
		way = &line{}
		l.to[addr] = way
	}
	return way
}

// forget drops an unused line. The lock is held.
func (l *lines) forget(addr string, way *line) {
	if way.live == 0 && way.trying == nil && l.to[addr] == way {
		delete(l.to, addr)
	}
}

// dial opens a connection and counts it.
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

// hungUp records that a connection was closed. After the last one, the next command
// tries the node before others follow.
func (l *lines) hungUp(addr string, way *line) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if way.live--; way.live == 0 {
		way.answered = false
	}
	l.forget(addr, way)
}

// close cancels running attempts and waits for them.
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

// counted is a connection that reports when it is closed.
type counted struct {
	net.Conn
	hungUp func()
}

// Close implements net.Conn.
func (c *counted) Close() error {
	c.hungUp()
	return c.Conn.Close()
}
