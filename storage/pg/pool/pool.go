package pool

import (
	"context"
	"fmt"
	"log/slog"
	"strconv"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	defaultConns = 16
	// connLife ends a connection after a while: its cache of the catalogue grows by a
	// megabyte with each organization that it touches, and never shrinks.
	connLife = 30 * time.Minute

	// StatementTimeout is the first bound of a session: nothing may
	// hold a lock or a connection for ever, whatever happens to the process that asked.
	StatementTimeout = 30 * time.Second
	lockTimeout      = 10 * time.Second
	// IdleTimeout is how long a transaction may wait for its process.
	IdleTimeout = 5 * time.Second

	// listTimeout bounds each statement of a list, whose filter is a person's.
	listTimeout = 5 * time.Second
	// listShare is the part of the connections that lists have, one over this.
	listShare = 3
)

// Config say where the database is and what the pool asks of others.
type Config struct {
	// DSN is a postgres:// address or a key=value string.
	DSN string
	// MaxConns bounds the connections of all pools together, 0 means 16.
	MaxConns int
	// Logger is slog.Default where nil.
	Logger *slog.Logger
	// Idle is how long a transaction may wait for its process, IdleTimeout where 0.
	Idle time.Duration
	// Explain says what a refusal of the database means to a caller, nil where it is for
	// the pool to say.
	Explain func(*pgconn.PgError) error
	// Tracer is told of each statement, nil for nobody.
	Tracer pgx.QueryTracer
	// IsFull reports whether the disk of the database is nearly full. Writes are refused with
	// fault.Full until it is not, and reads go on. It is nil where nobody knows.
	IsFull func() bool
}

// Pool is the connections to the database: its own are for sign-ins, changes and all
// else that is bounded by what we wrote ourselves.
type Pool struct {
	*pgxpool.Pool
	// Lists are the connections of reads with a person's filter: however many of them
	// there are and however long they take, the others have theirs. They are read-only.
	Lists *pgxpool.Pool
	// Questions and Changes carry what many ask at the same time together.
	Questions *Questions
	Changes   *Changes
	Log       *slog.Logger
	// Idle is how long a transaction may wait for its process.
	Idle time.Duration
	// Size is how many connections there are at most, those of lists included.
	Size int

	lockers lockers // of connections that wait for locks
	explain func(*pgconn.PgError) error
	isFull  func() bool
	hooksMu sync.RWMutex
	hooks   []func(Committed)
}

// Open connects and waits for the first answer, so that a wrong address shows at
// the start.
func Open(ctx context.Context, o Config) (*Pool, error) {
	cfg, err := pgxpool.ParseConfig(o.DSN)
	if err != nil {
		return nil, fmt.Errorf("DATABASE_URL can't be read: %w", err)
	}
	cfg.MaxConns = defaultConns
	cfg.MaxConnLifetime, cfg.MaxConnLifetimeJitter = connLife, connLife/6
	if o.MaxConns > 0 {
		cfg.MaxConns = int32(min(o.MaxConns, 1000))
	}
	cfg.ConnConfig.Tracer = o.Tracer
	params := cfg.ConnConfig.RuntimeParams
	if params["application_name"] == "" {
		params["application_name"] = "switchboard"
	}
	params["timezone"] = "UTC"
	params["statement_timeout"] = Milliseconds(StatementTimeout)
	params["lock_timeout"] = Milliseconds(lockTimeout)
	if o.Idle <= 0 {
		o.Idle = IdleTimeout
	}
	params["idle_in_transaction_session_timeout"] = Milliseconds(o.Idle)
	params["jit"] = "off" // compiling takes longer than any statement of ours

	if o.IsFull == nil {
		o.IsFull = func() bool { return false }
	}

	all := cfg.MaxConns
	forLists := cfg.Copy()
	cfg.PrepareConn = readOnlyWhile(o.IsFull)
	forLists.MaxConns = max(1, all/listShare)
	forLists.ConnConfig.RuntimeParams["statement_timeout"] = Milliseconds(listTimeout)
	forLists.ConnConfig.RuntimeParams["default_transaction_read_only"] = "on"
	// One person's search has one core, not as many as there are.
	forLists.ConnConfig.RuntimeParams["max_parallel_workers_per_gather"] = "0"
	cfg.MaxConns = max(1, all-forLists.MaxConns)
	// Of few connections none is kept for changes that travel together: they go by themselves.
	forChanges := cfg.Copy()
	forChanges.MaxConns = 0
	if cfg.MaxConns > 2*lanes {
		forChanges.MaxConns = lanes
		forChanges.ConnConfig.RuntimeParams["lock_timeout"] = Milliseconds(changeLock)
		forChanges.ConnConfig.RuntimeParams["statement_timeout"] = Milliseconds(changeTimeout)
		cfg.MaxConns -= lanes
	}

	main, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("cannot use the database: %w", err)
	}
	lists, err := pgxpool.NewWithConfig(ctx, forLists)
	if err != nil {
		main.Close()
		return nil, fmt.Errorf("cannot use the database: %w", err)
	}
	p := &Pool{Pool: main, Lists: lists, Questions: newQuestions(main), Log: o.Logger, Idle: o.Idle, Size: int(all), lockers: newLockers(cfg.MaxConns), explain: o.Explain, isFull: o.IsFull}
	var changes *pgxpool.Pool
	if forChanges.MaxConns > 0 {
		if changes, err = pgxpool.NewWithConfig(ctx, forChanges); err != nil {
			p.Close()
			return nil, fmt.Errorf("cannot use the database: %w", err)
		}
	}
	p.Changes = newChanges(main, changes, p.lockers)
	if p.Log == nil {
		p.Log = slog.Default()
	}
	if err := p.Ping(ctx); err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

// Close ends all connections; it waits for the ones in use.
func (p *Pool) Close() {
	p.Lists.Close()
	if p.Changes != nil && p.Changes.pool != nil {
		p.Changes.pool.Close()
	}
	p.Pool.Close()
}

// Ping asks the database for an answer; fault.Unavailable where there is none.
func (p *Pool) Ping(ctx context.Context) error { return p.Failure(p.Pool.Ping(ctx)) }

// Milliseconds writes a duration as a setting of a session takes it.
func Milliseconds(d time.Duration) string { return strconv.FormatInt(d.Milliseconds(), 10) }

// HistoryAhead is how many months of the history are made ahead of the present one.
const HistoryAhead = 3
