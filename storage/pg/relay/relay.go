package relay

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/eventlog"
	"switchboard/storage/pg/pool"
	"switchboard/storage/wait"
)

// Relay moves committed rows of the outbox into the log and tells the followers. Of all
// relays of a database one leads, under an advisory lock; the others take what it
// announces by the broker, or read the log, and tell their own followers the same, in the
// same order: those of the organizations that a follower of theirs serves
// (eventlog.Selective). The one that leads reads all entries anyway, and tells all.
//
// Every relay begins at the head of the log as it is when it first connects:
// what is older is read from the log by those who need it.
type Relay struct {
	*state

	begun atomic.Bool // Run was called
}

// New makes a relay of the database that is poked by each commit made through
// the pool.
func New(db *pool.Pool, cfg Config) *Relay {
	r := newRelay(db.Config().ConnConfig, cfg)
	db.OnCommit(r.committed)
	return r
}

func newRelay(conn *pgx.ConnConfig, cfg Config) *Relay { return &Relay{state: newState(conn, cfg)} }

// Follow registers a follower. It must be called before Run.
func (r *Relay) Follow(f eventlog.Follower) {
	if r.begun.Load() {
		panic("pg: Relay.Follow after Run")
	}
	r.list = append(r.list, f)
}

// Run works until ctx ends, reconnecting whenever the connection is lost. It may run once.
func (r *Relay) Run(ctx context.Context) error {
	if r.begun.Swap(true) {
		return errors.New("pg: the relay has been run already")
	}
	defer r.leading.Store(false)
	if r.cfg.Broker != nil {
		defer r.cfg.Broker.Watch(watcher{r.state})()
	}

	pause := time.Duration(0)
	for {
		err := r.survive(func() error { return r.session(ctx, func() { pause = 0 }) })
		r.leading.Store(false)
		if ctx.Err() != nil {
			return nil
		}
		if errors.Is(err, errPanicked) {
			pause = backoffMost // or it would panic without a pause
		}
		r.cfg.Logger.Warn("the relay lost its connection", "error", err, "pause", pause)
		if pause > 0 && !wait.For(ctx, pause/2+rand.N(pause/2)) { //nolint:gosec // jitter, not a secret
			return nil
		}
		pause = min(max(2*pause, backoffFirst), backoffMost)
	}
}

var errPanicked = errors.New("pg: the relay panicked")

// survive turns a panic into an error, so that the relay reconnects and begins again at the head
// of the log; it leads no more, since the lock ends with the connection.
func (r *Relay) survive(session func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			r.panics.Add(1)
			r.cfg.Logger.Error("the relay panicked", "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			err = errPanicked
		}
	}()
	return session()
}

// session works on one connection until it fails or ctx ends. answered is
// called once the connection has proved good.
func (r *Relay) session(ctx context.Context, answered func()) error {
	dialling, cancel := context.WithTimeout(ctx, relayPatience)
	defer cancel()
	conn, err := pgx.ConnectConfig(dialling, r.conn)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	defer func() {
		closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		_ = conn.Close(closing) // the session is over either way
	}()
	s := newSession(r.state, conn)
	poll := time.NewTimer(r.cfg.Poll)
	defer poll.Stop()
	touch := time.NewTicker(relayTouch)
	defer touch.Stop()
	for {
		if err := s.work(ctx); err != nil {
			return err
		}
		answered()
		poll.Reset(r.cfg.Poll)
		if err := s.rest(ctx, poll.C, touch.C); err != nil {
			return err
		}
	}
}
