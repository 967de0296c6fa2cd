package relay

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/broker"
	"switchboard/storage/broker/backlog"
	"switchboard/storage/entry"
	"switchboard/storage/eventlog"
	"switchboard/storage/id"
	"switchboard/storage/pg/pool"
)

const (
	// relayLock is the advisory lock that makes one relay of many the leader.
	relayLock = 0x5357_4252_454c_4159

	// The server ends a relay's session that was silent for relaySilence, so that
	// a stopped process can't hold the lock for ever; relayTouch keeps a living
	// one well inside it.
	relaySilence = 2 * time.Second
	relayTouch   = 500 * time.Millisecond

	// relayPatience bounds one statement; a dead network ends the session then.
	relayPatience = 10 * time.Second

	backoffFirst = 50 * time.Millisecond
	backoffMost  = 2 * time.Second
)

// Config tunes a Relay. The zero value is the product's.
type Config struct {
	// Poll is how long a committed row waits at most when nobody poked. Default 250 ms.
	Poll time.Duration
	// PollOnly ignores pokes and the broker, so that polling alone moves rows.
	PollOnly bool
	// Batch bounds the rows of one pass. Default 512.
	Batch int
	// Broker, where there is one, tells the relay that leads of commits elsewhere and
	// the others of what it added. Without it, or while it is away, they poll.
	Broker broker.Broker
	// Logger gets changes of leadership and lost connections. Nil means slog.Default.
	Logger *slog.Logger
}

func (c Config) withDefaults() Config {
	if c.Poll <= 0 {
		c.Poll = 250 * time.Millisecond
	}
	if c.Batch <= 0 {
		c.Batch = 512
	}
	if c.Logger == nil {
		c.Logger = slog.Default()
	}
	if c.PollOnly {
		c.Broker = nil
	}
	return c
}

// Relay moves committed rows of the outbox into the log and tells the followers. Of all
// relays of a database one leads, under an advisory lock; the others take what it
// announces by the broker, or read the log, and tell their own followers the same, in the
// same order: those of the organizations that a follower of theirs serves
// (eventlog.Selective). The one that leads reads all entries anyway, and tells all.
//
// Every relay begins at the head of the log as it is when it first connects:
// what is older is read from the log by those who need it.
type Relay struct {
	cfg       Config
	conn      *pgx.ConnConfig
	poked     chan struct{}
	heard     *backlog.Backlog    // what other processes say
	followers []eventlog.Follower // fixed when Run starts

	mu      sync.Mutex
	applied map[id.ID]int64 // newest seq that the followers have, by organization
	running bool
	stop    context.CancelFunc
	ended   chan struct{}

	based   bool  // the baseline of applied has been read; Run's goroutine only
	looked  int64 // heads that moved up to here are in applied; Run's goroutine only
	leading atomic.Bool
	alive   atomic.Int64 // unix nanoseconds of the last answer of the database
	passes  atomic.Int64
	moved   atomic.Int64
	low     atomic.Int64

	announced, followed, gaps, panics atomic.Int64
}

// New makes a relay of the database that is poked by each commit made through
// the pool.
func New(db *pool.Pool, cfg Config) *Relay {
	r := newRelay(db.Config().ConnConfig, cfg)
	db.OnCommit(r.committed)
	return r
}

func newRelay(conn *pgx.ConnConfig, cfg Config) *Relay {
	conn = conn.Copy()
	maps.Copy(conn.RuntimeParams, map[string]string{
		"application_name":                    "switchboard relay",
		"idle_session_timeout":                pool.Milliseconds(relaySilence),
		"idle_in_transaction_session_timeout": pool.Milliseconds(relaySilence),
		"statement_timeout":                   pool.Milliseconds(relayPatience),
		"tcp_keepalives_idle":                 "2",
		"tcp_keepalives_interval":             "1",
		"tcp_keepalives_count":                "3",
		// What the followers were told must not be un-committed by a crash.
		"synchronous_commit": "on",
		// The outbox looks empty to the planner and full of dead rows to a scan.
		"enable_seqscan": "off",
		"jit":            "off",
	})
	return &Relay{
		cfg: cfg.withDefaults(), conn: conn,
		poked: make(chan struct{}, 1), applied: map[id.ID]int64{}, heard: backlog.New(),
	}
}

// Follow registers a follower. It must be called before Run.
func (r *Relay) Follow(f eventlog.Follower) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.running {
		panic("pg: Relay.Follow after Run")
	}
	r.followers = append(r.followers, f)
}

// Poke says that something was committed. It never blocks.
func (r *Relay) Poke() {
	if r.cfg.PollOnly {
		return
	}
	select {
	case r.poked <- struct{}{}:
	default: // a poke that waits already covers this commit
	}
}

// Run works until ctx ends or Close is called, reconnecting whenever the
// connection is lost. It may run once.
func (r *Relay) Run(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	r.mu.Lock()
	if r.running {
		r.mu.Unlock()
		return errors.New("pg: the relay has been run already")
	}
	r.running, r.stop, r.ended = true, stop, make(chan struct{})
	r.mu.Unlock()
	defer close(r.ended)
	defer r.leading.Store(false)
	if r.cfg.Broker != nil {
		defer r.cfg.Broker.Watch(watcher{r})()
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
		if pause > 0 {
			timer := time.NewTimer(pause/2 + rand.N(pause/2)) //nolint:gosec // jitter, not a secret
			select {
			case <-ctx.Done():
				timer.Stop()
				return nil
			case <-timer.C:
			}
		}
		pause = min(max(2*pause, backoffFirst), backoffMost)
	}
}

var errPanicked = errors.New("pg: the relay panicked")

// survive turns a panic into an error, so that the relay reconnects and begins anew at
// the head of the log; it leads no more, since the lock ends with the connection.
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

// Close ends Run and waits for it.
func (r *Relay) Close() {
	r.mu.Lock()
	stop, ended := r.stop, r.ended
	r.mu.Unlock()
	if stop != nil {
		stop()
		<-ended
	}
}

// Healthy says what keeps the relay from its work, nil where nothing does.
func (r *Relay) Healthy() error {
	last := r.alive.Load()
	if last == 0 {
		return errors.New("the relay has not reached the database yet")
	}
	if silent := time.Since(time.Unix(0, last)); silent > 2*relaySilence {
		return fmt.Errorf("the relay has not reached the database for %s", silent.Round(time.Second))
	}
	return nil
}

// Leading tells whether this relay holds the lock.
func (r *Relay) Leading() bool { return r.leading.Load() }

// Applied gives the newest seq of the organization that the followers were told
// of (the head at the relay's start where nothing came since).
func (r *Relay) Applied(organization id.ID) int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.applied[organization]
}

// Stats counts since the relay was made.
type Stats struct {
	Leading bool
	Passes  int64 // looks into the outbox
	Moved   int64 // rows moved into the log by this relay
	// LowWater is the place in the outbox behind which the leader looks: nothing
	// up to it can appear any more.
	LowWater int64
	// Announced entries were handed to the broker by this relay as the leader;
	// Followed ones it took from another's announcement; at Gaps it had to read the
	// log because an announcement did not follow on what it had, or held no entries.
	Announced, Followed, Gaps int64
	// Panics of followers, and of the relay itself, were caught.
	Panics int64
}

// Stats reads the counters.
func (r *Relay) Stats() Stats {
	return Stats{
		Leading: r.leading.Load(), Passes: r.passes.Load(), Moved: r.moved.Load(), LowWater: r.low.Load(),
		Announced: r.announced.Load(), Followed: r.followed.Load(), Gaps: r.gaps.Load(), Panics: r.panics.Load(),
	}
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
	s := &relaySession{relay: r, conn: conn}
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

// rest waits for the next reason to work, and touches the session meanwhile.
func (s *relaySession) rest(ctx context.Context, poll, touch <-chan time.Time) error {
	poked := s.relay.poked
	if !s.leader {
		poked = nil // only the leader can do something about it
	}
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-poked:
			return nil
		case <-poll:
			return nil
		case <-s.relay.heard.Wake():
			if again, err := s.attend(ctx); again || err != nil {
				return err
			}
		case <-s.quiet:
			if err := s.unanswered(ctx); err != nil {
				return err
			}
		case <-touch:
			if err := s.touch(ctx); err != nil {
				return err
			}
		}
	}
}

// tell hands entries of one organization, in seq order, to the followers. What
// they have already is left out.
func (r *Relay) tell(organization id.ID, entries []entry.Entry) {
	r.mu.Lock()
	applied := r.applied[organization]
	r.mu.Unlock()
	first, _ := slices.BinarySearchFunc(entries, applied+1, func(e entry.Entry, seq int64) int { return int(e.Seq - seq) })
	entries = entries[first:]
	if len(entries) == 0 {
		return
	}
	for _, f := range r.followers {
		r.hand(f, organization, entries)
	}
	r.mu.Lock()
	r.applied[organization] = entries[len(entries)-1].Seq
	r.mu.Unlock()
}

// hand gives entries to one follower. That it panics must not keep the others from
// theirs, nor end the process: followers read the log where something is missing.
func (r *Relay) hand(f eventlog.Follower, organization id.ID, entries []entry.Entry) {
	defer func() {
		if p := recover(); p != nil {
			r.panics.Add(1)
			r.cfg.Logger.Error("a follower of the log panicked", "organization", organization, "follower", fmt.Sprintf("%T", f),
				"panic", fmt.Sprint(p), "stack", string(debug.Stack()))
		}
	}()
	f.Append(organization, entries)
}
