package pg

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"switchboard/storage/id"
	"switchboard/storage/schema"
)

const (
	defaultConns = 16
	// connLife ends a connection after a while: its cache of the catalogue grows by a
	// megabyte with each organization that it touches, and never shrinks.
	connLife = 30 * time.Minute

	// The bounds of a session (architecture §6): nothing may hold a lock or a
	// connection for ever, whatever happens to the process that asked.
	statementTimeout = 30 * time.Second
	lockTimeout      = 10 * time.Second
	idleInTxTimeout  = 5 * time.Second
	// idlePerMegabyte is how much longer a transaction may be idle for what it writes: a
	// busy process takes its time to make the entries of many bytes. Nothing is idle
	// for longer than a statement may take.
	idlePerMegabyte = time.Second

	// listTimeout bounds each statement of a list, whose filter is a person's.
	listTimeout = 5 * time.Second
	// listShare is the part of the connections that lists have, one over this.
	listShare = 3

	rollbackPatience = time.Second

	txTries   = 5
	txBackoff = 10 * time.Millisecond
)

// Config says where the database is.
type Config struct {
	// DSN is a postgres:// address or a key=value string.
	DSN string
	// MaxConns bounds the connections of both pools together, 0 means 16.
	MaxConns int
	// Logger is slog.Default where nil.
	Logger *slog.Logger
	// Registry holds the objects that every organization has. It is needed.
	Registry *schema.Registry

	idle time.Duration // idleInTxTimeout where 0
}

// Store is the database.
type Store struct {
	pool *pgxpool.Pool
	// lists are the connections of reads with a person's filter: however many of them
	// there are and however long they take, sign-ins, changes and the relay have
	// theirs.
	lists    *pgxpool.Pool
	log      *slog.Logger
	registry *schema.Registry
	digest   string // of the registry
	now      func() time.Time
	patience time.Duration // for one page that people asked for
	idle     time.Duration // how long a transaction may wait for its process

	bulk chan struct{} // holds one for each bulk change at work

	hooksMu sync.RWMutex
	hooks   []func(Committed)

	tables tableCache
}

// Open connects and waits for the first answer, so that a wrong address shows at
// the start.
func Open(ctx context.Context, c Config) (*Store, error) {
	if c.Registry == nil {
		return nil, errors.New("pg: the registry of objects is needed")
	}
	cfg, err := pgxpool.ParseConfig(c.DSN)
	if err != nil {
		return nil, fmt.Errorf("DATABASE_URL can't be read: %w", err)
	}
	cfg.MaxConns = defaultConns
	cfg.MaxConnLifetime, cfg.MaxConnLifetimeJitter = connLife, connLife/6
	if c.MaxConns > 0 {
		cfg.MaxConns = int32(min(c.MaxConns, 1000))
	}
	params := cfg.ConnConfig.RuntimeParams
	if params["application_name"] == "" {
		params["application_name"] = "switchboard"
	}
	params["timezone"] = "UTC"
	params["statement_timeout"] = milliseconds(statementTimeout)
	params["lock_timeout"] = milliseconds(lockTimeout)
	if c.idle <= 0 {
		c.idle = idleInTxTimeout
	}
	params["idle_in_transaction_session_timeout"] = milliseconds(c.idle)
	params["jit"] = "off" // compiling takes longer than any statement of ours

	all := cfg.MaxConns
	forLists := cfg.Copy()
	forLists.MaxConns = max(1, all/listShare)
	forLists.ConnConfig.RuntimeParams["statement_timeout"] = milliseconds(listTimeout)
	forLists.ConnConfig.RuntimeParams["default_transaction_read_only"] = "on"
	// One person's search has one core, not as many as there are.
	forLists.ConnConfig.RuntimeParams["max_parallel_workers_per_gather"] = "0"
	cfg.MaxConns = max(1, all-forLists.MaxConns)

	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("cannot use the database: %w", err)
	}
	lists, err := pgxpool.NewWithConfig(ctx, forLists)
	if err != nil {
		pool.Close()
		return nil, fmt.Errorf("cannot use the database: %w", err)
	}
	s := &Store{
		pool: pool, lists: lists, log: c.Logger, registry: c.Registry, now: time.Now, patience: readTimeout, idle: c.idle,
		bulk: make(chan struct{}, max(1, all/bulkShare)),
	}
	if s.log == nil {
		s.log = slog.Default()
	}
	s.digest = s.registryDigest()
	if err := s.Ping(ctx); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// Close ends all connections; it waits for the ones in use.
func (s *Store) Close() {
	s.lists.Close()
	s.pool.Close()
}

// Ping asks the database for an answer; fault.Unavailable where there is none.
func (s *Store) Ping(ctx context.Context) error { return s.failure(s.pool.Ping(ctx)) }

// Registry gives the registry in force of an organization: the objects that its tables
// were made from.
func (s *Store) Registry(_ context.Context, organization id.ID) (*schema.Registry, error) {
	known, err := s.tablesOf(organization)
	if err != nil {
		return nil, err
	}
	return known.registry, nil
}

// Committed says what a commit put where others take it from.
type Committed struct {
	Organization     id.ID
	Entries, Effects int
	// Objects are those whose records it wrote, each once.
	Objects []string
}

// committed says what a plan has put there.
func (p *plan) committed(entries int) Committed {
	c := Committed{Organization: p.change.Organization, Entries: entries, Effects: len(p.change.Effects)}
	for _, st := range p.steps {
		if !st.noop && !slices.Contains(c.Objects, st.Object) {
			c.Objects = append(c.Objects, st.Object)
		}
	}
	return c
}

// OnCommit registers a function that is told of each commit that wrote entries
// or effects. It runs in the committing goroutine and must not block.
func (s *Store) OnCommit(hook func(Committed)) {
	s.hooksMu.Lock()
	defer s.hooksMu.Unlock()
	s.hooks = append(s.hooks, hook)
}

func (s *Store) poke(c Committed) {
	if c.Entries+c.Effects == 0 {
		return
	}
	s.hooksMu.RLock()
	defer s.hooksMu.RUnlock()
	for _, hook := range s.hooks {
		hook(c)
	}
}

// RunInTx runs do in a transaction and commits it. Where the database broke a
// deadlock or refused to serialize, everything is tried again, so do must have
// no effect but on the transaction and on what it sets anew each time.
func (s *Store) RunInTx(ctx context.Context, do func(ctx context.Context, tx pgx.Tx) error) error {
	return s.repeat(ctx, func() error {
		return pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error { return do(ctx, tx) })
	})
}

// repeat tries a transaction again where the database broke a deadlock or refused to
// serialize.
func (s *Store) repeat(ctx context.Context, once func() error) error {
	for try := 1; ; try++ {
		err := once()
		if err == nil {
			return nil
		}
		if !repeatable(err) || try == txTries {
			return s.failure(err)
		}
		// A random wait, or the same two would meet again.
		wait := time.NewTimer(rand.N(txBackoff << try)) //nolint:gosec // a wait is no secret
		select {
		case <-wait.C:
		case <-ctx.Done():
			wait.Stop()
			return s.failure(ctx.Err())
		}
	}
}

func milliseconds(d time.Duration) string { return strconv.FormatInt(d.Milliseconds(), 10) }
