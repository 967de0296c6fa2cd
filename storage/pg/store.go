package pg

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/eventlog"
	"switchboard/storage/id"
	"switchboard/storage/pg/accounts"
	"switchboard/storage/pg/commit"
	"switchboard/storage/pg/definitions"
	"switchboard/storage/pg/effects"
	"switchboard/storage/pg/erasure"
	"switchboard/storage/pg/indexing"
	"switchboard/storage/pg/jobs"
	"switchboard/storage/pg/merging"
	"switchboard/storage/pg/migrations"
	"switchboard/storage/pg/organizations"
	"switchboard/storage/pg/packages"
	"switchboard/storage/pg/people"
	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/positions"
	"switchboard/storage/pg/queries"
	"switchboard/storage/pg/records"
	"switchboard/storage/pg/relay"
	"switchboard/storage/pg/retention"
	"switchboard/storage/pg/rotation"
	"switchboard/storage/pg/tables"
	"switchboard/storage/schema"
)

// Config says where the database is.
type Config struct {
	// DSN is a postgres:// address or a key=value string.
	DSN string
	// MaxConns bounds the connections of all pools together, 0 means 16.
	MaxConns int
	// Logger is slog.Default where nil.
	Logger *slog.Logger
	// Registry holds the objects that every organization has. It is needed.
	Registry *schema.Registry
	// Tracer is told of each statement, nil for nobody.
	Tracer pgx.QueryTracer
	// IsFull reports whether the disk of the database is nearly full, nil where nobody knows:
	// writes are then refused with fault.Full, and reads go on.
	IsFull func() bool
	// Now is the clock by which people are remembered, time.Now where nil.
	Now func() time.Time

	idle time.Duration // how long a transaction may wait for its process, IdleTimeout where 0
}

// Store is the database: the packages below, over one pool and one set of tables.
type Store struct {
	*records.Reader
	*commit.Committer
	*effects.Queue
	*accounts.Accounts
	*organizations.Directory
	*migrations.Migrator
	*retention.Keeper
	*rotation.Sealer
	*definitions.Maker
	*erasure.Eraser
	*merging.Merger
	*packages.Packages
	*queries.Runner
	*indexing.Builder
	*positions.Positions
	Jobs *jobs.Queue

	pool   *pool.Pool
	tables *tables.Cache
	people *people.Known
}

// Open connects and waits for the first answer, so that a wrong address shows at
// the start.
func Open(ctx context.Context, c Config) (*Store, error) {
	if c.Registry == nil {
		return nil, errors.New("pg: the registry of objects is needed")
	}
	var own definitions.Reader
	of := tables.NewCache(c.Registry, own.Registry)
	db, err := pool.Open(ctx, pool.Config{DSN: c.DSN, MaxConns: c.MaxConns, Logger: c.Logger, Idle: c.idle, Explain: of.Explain, Tracer: c.Tracer, IsFull: c.IsFull})
	if err != nil {
		return nil, err
	}
	own.Pool = db
	if c.Now == nil {
		c.Now = time.Now
	}
	known := people.New(c.Registry, c.Now)
	late := indexing.New(db, of)
	db.OnCommit(func(c pool.Committed) { // before anybody else hears of it
		if slices.ContainsFunc(c.Objects, of.Defines) {
			of.Forget(c.Organization)
		}
		known.Committed(c.Organization, c.Objects)
		late.Committed(c.Organization, c.Objects)
	})
	queue, err := jobs.New(db)
	if err != nil {
		db.Close()
		return nil, err
	}
	directory := organizations.NewDirectory(db, of)
	committer := commit.NewCommitter(db, of)
	maker := definitions.NewMaker(db, of, committer, c.Registry)
	reader := records.NewReader(db, of, known)
	return &Store{
		Reader: reader, Runner: queries.NewRunner(db, of, reader), Committer: committer, Queue: effects.NewQueue(db), Accounts: accounts.NewAccounts(db, of),
		Directory: directory, Migrator: migrations.New(db, of, directory), Keeper: retention.New(db, of), Sealer: rotation.New(db, maker.SealedColumns), Maker: maker, Eraser: erasure.New(db, of), Merger: merging.New(db, of), Packages: packages.New(db), Builder: late, Positions: positions.New(db), Jobs: queue, pool: db, tables: of, people: known,
	}, nil
}

// Close ends all connections; it waits for the ones in use.
func (s *Store) Close() { s.pool.Close() }

// ForgetOrganization forgets what is kept in memory of an organization that was deleted.
func (s *Store) ForgetOrganization(organization id.ID) { s.tables.Forget(organization) }

// Ping asks the database for an answer; fault.Unavailable where there is none.
func (s *Store) Ping(ctx context.Context) error { return s.pool.Ping(ctx) }

// Registry gives the registry in force of an organization: the objects that its tables
// were made from.
func (s *Store) Registry(ctx context.Context, organization id.ID) (*schema.Registry, error) {
	known, err := s.tables.Of(ctx, organization)
	if err != nil {
		return nil, err
	}
	return known.Registry, nil
}

// Objects follows the log for what changes the objects of organizations: whoever asks for
// a Registry after an entry that he follows must follow after it.
func (s *Store) Objects() eventlog.Follower { return s.tables }

// People follows the log for what is shown of people: whoever reads records after an entry
// that he follows must follow after it.
func (s *Store) People() eventlog.Follower { return s.people }

// OnCommit registers a function that is told of each commit that wrote entries
// or effects. It runs in the committing goroutine and must not block.
func (s *Store) OnCommit(hook func(pool.Committed)) { s.pool.OnCommit(hook) }

// Together runs do in one transaction, as Pool.Together says.
func (s *Store) Together(ctx context.Context, do func(ctx context.Context) error) error {
	return s.pool.Together(ctx, do)
}

// Log gives the log of all organizations.
func (s *Store) Log() eventlog.Log { return relay.NewLog(s.pool) }

// NewRelay makes a relay of the store's database that is poked by each commit
// made through the store.
func NewRelay(s *Store, cfg relay.Config) *relay.Relay { return relay.New(s.pool, cfg) }
