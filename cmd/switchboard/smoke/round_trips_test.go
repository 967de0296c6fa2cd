package smoke_test

import (
	"context"
	"regexp"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/origin"
)

// roundTrips records the database round trips of each request, by its name.
// They show the cost of a request first, and are the same in every run. It is
// a pgx.QueryTracer and a pgx.BatchTracer.
type roundTrips struct {
	mu sync.Mutex
	of map[string][]string
}

// aboutCaller matches what is read about the caller, the organization with
// its apps and objects, the users named in records, and value counts, all of
// which are then cached for a while.
var aboutCaller = regexp.MustCompile(`"session" t WHERE t\.id|u\.is_superuser|"permission" |to_regclass|"definition" FROM|"picklist_label" WHERE deleted_date` +
	`|"organization" t WHERE t\.id = \$1::uuid AND t\.deleted_date IS NULL$|"app" t WHERE t\.deleted_date IS NULL AND \(t\."name" = ANY\(\$1::text\[\]\)\)` +
	`|^SELECT t\.id, t\."name"::text, t\."teams", ARRAY\([^;]*$|^SELECT a\.attname, c\.reltuples`)

func (n *roundTrips) note(ctx context.Context, statements ...string) context.Context {
	text := strings.Join(statements, "; ")
	if request := origin.Of(ctx).Request; request != "" && !aboutCaller.MatchString(text) {
		n.mu.Lock()
		defer n.mu.Unlock()
		n.of[request] = append(n.of[request], text)
	}
	return ctx
}

func (n *roundTrips) TraceQueryStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	return n.note(ctx, data.SQL)
}

func (n *roundTrips) TraceBatchStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceBatchStartData) context.Context {
	var all []string
	for _, q := range data.Batch.QueuedQueries {
		all = append(all, q.SQL)
	}
	return n.note(ctx, all...)
}

func (*roundTrips) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData)     {}
func (*roundTrips) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}
func (*roundTrips) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData)     {}

var requestNamed = regexp.MustCompile(`X-Request-Id:\[([^\]]*)\]`)

// take returns and clears the round trips of the request with this response.
func (n *roundTrips) take(answer string) []string {
	name := requestNamed.FindStringSubmatch(answer)
	if name == nil {
		return nil
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	defer delete(n.of, name[1])
	return n.of[name[1]]
}
