package queries

import (
	"context"
	"strconv"
	"sync"
	"time"

	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/records"
	"switchboard/storage/pg/tables"
	"switchboard/storage/query"
)

const (
	// usual is how many rows a page has where nobody says, most what it may have.
	usual = 100
	most  = 1_000
	// answerBytes is where a page ends: the row that passes it is its last.
	answerBytes = 4 << 20
	// patience bounds a page with all its statements and the wait for a connection.
	patience = 8 * time.Second
)

// Runner runs queries.
type Runner struct {
	pool     *pool.Pool
	tables   *tables.Cache
	records  *records.Reader
	compiler *query.Compiler
	// Limits are what one statement may take. They are set before the runner is used.
	Limits Limits

	mu    sync.Mutex
	roles map[id.ID]granted
}

// Limits bound one statement.
type Limits struct {
	Time     time.Duration
	Memory   string  // of each sort and hash table, as PostgreSQL's work_mem takes it
	TempFile string  // on disk beside, where the database lets us say so
	Cost     float64 // as the planner guesses, of a query of several sources
}

// Bounds are the limits unless somebody says others.
func Bounds() Limits {
	return Limits{Time: 5 * time.Second, Memory: "16MB", TempFile: "256MB", Cost: 5_000_000}
}

// NewRunner makes the runner of a database.
func NewRunner(db *pool.Pool, of *tables.Cache, reader *records.Reader) *Runner {
	return &Runner{pool: db, tables: of, records: reader, compiler: query.NewCompiler(), Limits: Bounds(), roles: map[id.ID]granted{}}
}

// prepared is a query that can be run.
type prepared struct {
	*query.Compiled

	runner        *Runner
	organization  id.ID
	of            *tables.Tables
	limit, offset int
	more          bool // rows follow the page that was read
}

// PrepareQuery compiles a query; what is wrong with it is fault.Invalid with its place.
func (r *Runner) PrepareQuery(ctx context.Context, organization id.ID, q query.Request) (query.Prepared, error) {
	of, err := r.tables.Of(ctx, organization)
	if err != nil {
		return nil, err
	}
	compiled, err := r.compiler.Compile(q.Text, q.Reader, knownOf(of), q.Clock)
	if err != nil {
		return nil, err
	}
	p := &prepared{Compiled: compiled, runner: r, organization: organization, of: of, limit: compiled.Limit, offset: max(0, compiled.Offset)}
	if q.Limit > 0 {
		p.limit = q.Limit
	}
	if p.limit < 0 {
		p.limit = usual
	}
	p.limit = min(p.limit, most)
	if q.Page > 0 {
		p.offset = (q.Page - 1) * p.limit
	}
	if p.offset > query.MaxOffset {
		return nil, fault.Field("page", "A page may begin at %d at the most", query.MaxOffset)
	}
	return p, nil
}

// Columns implements query.Prepared.
func (p *prepared) Columns() []query.Described { return p.Describe() }

// Dear implements query.Prepared.
func (p *prepared) Dear() bool {
	const long = 200
	return p.Sources > 1 || p.limit > long || p.Gathers
}

// text is the whole statement. The numbers are ours, so they may stand in it: the planner
// then knows how few rows are wanted.
func (p *prepared) text() string {
	return p.Body + p.Order + " LIMIT " + strconv.Itoa(p.limit+1) + " OFFSET " + strconv.Itoa(p.offset)
}
