package queries

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/records"
	"switchboard/storage/pg/tables"
	"switchboard/storage/query"
	"switchboard/storage/schema"
)

const (
	// usual is how many rows a page has where nobody says, most what it may have.
	usual = 100
	most  = 1_000
	// answerBytes is where a page ends: the row that passes it is its last.
	answerBytes = 4 << 20
	// timeout bounds a page with all its statements and the wait for a connection.
	timeout = 8 * time.Second
)

// Runner runs queries.
type Runner struct {
	pool     *pool.Pool
	tables   *tables.Cache
	records  *records.Reader
	compiler *query.Compiler
	// QueryLimits are what one statement may take. They are set before the runner is used.
	QueryLimits Limits

	texts   texts
	spreads spreads
	mu      sync.Mutex
	roles   map[id.ID]granted
}

// Limits bound one statement.
type Limits struct {
	Time     time.Duration
	Report   time.Duration // Time of a report, which looks at everything
	Memory   string        // of each sort and hash table, as PostgreSQL's work_mem takes it
	TempFile string        // on disk beside, where the database lets us say so
	Cost     float64       // as the planner guesses, of a query of several sources
}

// Bounds are the limits unless somebody says others.
func Bounds() Limits {
	return Limits{Time: 5 * time.Second, Report: 20 * time.Second, Memory: "16MB", TempFile: "256MB", Cost: 5_000_000}
}

// NewRunner makes the runner of a database.
func NewRunner(db *pool.Pool, of *tables.Cache, reader *records.Reader) *Runner {
	return &Runner{pool: db, tables: of, records: reader, compiler: query.NewCompiler(), QueryLimits: Bounds(), roles: map[id.ID]granted{}}
}

func layout(of *tables.Tables) query.Tables { return records.Layout{Tables: of} }

// prepared is a query that can be run.
type prepared struct {
	*query.Compiled

	runner        *Runner
	organization  id.ID
	of            *tables.Tables
	limit, offset int
	key           int  // the output that is answered as keys too, from 1
	more          bool // rows follow the page that was read
	deep          bool // it is read in two steps (sql.Statement.DeepPage)
}

// WatchQuery compiles what follows the log for a query.
func (r *Runner) WatchQuery(q query.Request) (*query.Watch, error) {
	return r.compiler.Watch(q.Text, q.Reader)
}

// PrepareQuery compiles a query; what is wrong with it is fault.Invalid with its place.
func (r *Runner) PrepareQuery(ctx context.Context, organization id.ID, q query.Request) (query.Prepared, error) {
	of, err := r.tables.Of(ctx, organization)
	if err != nil {
		return nil, err
	}
	compiled, err := r.compiler.Compile(q.Text, q.Reader, layout(of), q.Clock)
	if err != nil {
		return nil, err
	}
	p := &prepared{Compiled: compiled, runner: r, organization: organization, of: of, limit: compiled.Limit, offset: max(0, compiled.Offset), key: q.Key}
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
		return nil, fault.Field("page", "A page can start at %d at most", query.MaxOffset)
	}
	p.deep = p.Singly() && records.Deep(p.offset, p.limit)
	return p, nil
}

// Columns implements query.Prepared.
func (p *prepared) Columns() []query.Described { return p.Describe() }

// Dear implements query.Prepared.
func (p *prepared) Dear() bool {
	const long = 200
	return p.Sources > 1 || p.limit > long || p.Gathers
}

// asked is the statement of a page, and of one row more. Its bounds are arguments where it has
// others: then all pages of a query are one statement, and a plan is made for each again and
// knows how few rows are wanted. The plan of a statement without arguments is kept.
func (p *prepared) asked() string {
	limit, offset := strconv.Itoa(p.limit+1), strconv.Itoa(p.offset)
	if n := len(p.Args); n > 0 {
		limit, offset = "$"+strconv.Itoa(n+1), "$"+strconv.Itoa(n+2)
	}
	bounds := " LIMIT " + limit + " OFFSET " + offset
	if p.deep {
		return p.DeepPage(bounds)
	}
	return p.Page(bounds)
}

// arguments are those of the statement of a page.
func (p *prepared) arguments() []any {
	if len(p.Args) == 0 {
		return nil
	}
	return append(slices.Clip(p.Args), int64(p.limit+1), int64(p.offset))
}

// text is the statement that is run: that of the page, and of one row more, which ends
// behind the row that fills it in the database: what is beyond is neither unpacked nor
// sent. Behind the columns stands how many rows the page would have.
func (p *prepared) text() string {
	page := p.asked()
	if !p.large() {
		return page
	}
	columns, sizes := make([]string, len(p.Compiled.Columns)), []string{"64"}
	for i, f := range p.Compiled.Columns {
		columns[i] = "f.c" + strconv.Itoa(i+1)
		if size := f.Kind().Size; size != "" {
			sizes = append(sizes, strings.Replace(size, "%s", "q.c"+strconv.Itoa(i+1), 1))
		}
	}
	return "SELECT " + strings.Join(columns, ", ") + ", f.entire FROM (SELECT q.*, count(*) OVER () AS entire, coalesce(sum((" + strings.Join(sizes, " + ") +
		")::bigint) OVER (ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS filled FROM (" + page + ") q) f WHERE f.filled < " + strconv.Itoa(answerBytes)
}

// large reports whether rows may fill a page before there are as many as it may have.
func (p *prepared) large() bool {
	return p.limit > records.FewRecords && slices.ContainsFunc(p.Compiled.Columns, func(f *schema.Field) bool { return f.Kind().Size != "" })
}
