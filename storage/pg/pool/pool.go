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
	// connLife bounds a connection's age: its catalog cache grows by a megabyte with each
	// organization it serves and never shrinks.
	connLife = 30 * time.Minute

	// StatementTimeout bounds every statement of a session, so that nothing holds a lock or a
	// connection forever.
	StatementTimeout = 30 * time.Second
	lockTimeout      = 10 * time.Second
	// IdleTimeout bounds how long a transaction may wait for its process.
	IdleTimeout = 5 * time.Second

	// listTimeout bounds each statement of a list, which has a client's filter.
	listTimeout = 5 * time.Second
	// listShare is the inverse of the lists' share of the connections.
	listShare = 3
)

// Config holds the database's address and the pool's dependencies.
type Config struct {
	// DSN is a postgres:// address or a key=value string.
	DSN string
	// MaxConns bounds the connections of all pools together; 0 means 16.
	MaxConns int
	// Logger defaults to slog.Default.
	Logger *slog.Logger
	// Idle bounds how long a transaction may wait for its process; 0 means IdleTimeout.
	Idle time.Duration
	// Explain converts a refusal of the database to an error for the caller, or returns nil to
	// leave that to the pool.
	Explain func(*pgconn.PgError) error
	// Tracer traces each statement; may be nil.
	Tracer pgx.QueryTracer
	// IsFull reports whether the database's disk is nearly full. While it is, writes fail with
	// fault.Full and reads succeed. May be nil.
	IsFull func() bool
}

// Pool holds the connections to the database. Its embedded pool runs sign-ins, changes and other
// statements of bounded cost.
type Pool struct {
	*pgxpool.Pool
	// Lists runs reads with a client's filter on separate, read-only connections, so that slow
	// lists do not block other work.
	Lists *pgxpool.Pool
	// Questions and Changes batch concurrent statements.
	Questions *Questions
	Changes   *Changes
	Log       *slog.Logger
	// Idle bounds how long a transaction may wait for its process.
	Idle time.Duration
	// Size is the maximum number of connections, including those of lists.
	Size int

	lockers lockers // bounds connections that wait for locks
	explain func(*pgconn.PgError) error
	isFull  func() bool
	hooksMu sync.RWMutex
	hooks   []func(Committed)
}

// Open connects and waits for the first response, so that a wrong address fails at startup.
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
	// One search uses one core, not all of them.
	forLists.ConnConfig.RuntimeParams["max_parallel_workers_per_gather"] = "0"
	cfg.MaxConns = max(1, all-forLists.MaxConns)
	// With few connections, none is reserved for batches: changes are sent alone.
	forChanges := cfg.Copy()
	forChanges.MaxConns = 0
	if cfg.MaxConns > 2*maxInFlight {
		forChanges.MaxConns = maxInFlight
		forChanges.ConnConfig.RuntimeParams["lock_timeout"] = Milliseconds(changeLock)
		forChanges.ConnConfig.RuntimeParams["statement_timeout"] = Milliseconds(changeTimeout)
		cfg.MaxConns -= maxInFlight
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

// Close closes all connections and waits for those in use.
func (p *Pool) Close() {
	p.Lists.Close()
	if p.Changes != nil && p.Changes.pool != nil {
		p.Changes.pool.Close()
	}
	p.Pool.Close()
}

// Ping checks the connection; fault.Unavailable if the database does not respond.
func (p *Pool) Ping(ctx context.Context) error { return p.Failure(p.Pool.Ping(ctx)) }

// Milliseconds formats a duration as a session setting.
func Milliseconds(d time.Duration) string { return strconv.FormatInt(d.Milliseconds(), 10) }

// HistoryAhead is how many months of history partitions are created in advance.
const HistoryAhead = 3
