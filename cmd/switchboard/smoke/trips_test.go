package smoke_test

import (
	"context"
	"regexp"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/origin"
)

// trips notes the round trips to the database that each request takes, by the name of the
// request: how long an answer takes shows in them first, and they are the same in every
// run. It is a pgx.QueryTracer and a pgx.BatchTracer.
type trips struct {
	mu sync.Mutex
	of map[string][]string
}

// aboutAsker matches what is read of who asks, of his organization with its apps, of its
// objects, of the people whom its records name, and of how many records have which values,
// and is known for a while then.
var aboutAsker = regexp.MustCompile(`"session" t WHERE t\.id|u\.is_superuser|"permission" |to_regclass|"definition" FROM|"picklist_label" WHERE deleted_date` +
	`|"organization" t WHERE t\.id = \$1::uuid AND t\.deleted_date IS NULL$|"app" t WHERE t\.deleted_date IS NULL AND \(t\."name" = ANY\(\$1::text\[\]\)\)` +
	`|^SELECT t\.id, t\."name"::text, t\."teams", ARRAY\([^;]*$|^SELECT a\.attname, c\.reltuples`)

func (n *trips) note(ctx context.Context, statements ...string) context.Context {
	text := strings.Join(statements, "; ")
	if request := origin.Of(ctx).Request; request != "" && !aboutAsker.MatchString(text) {
		n.mu.Lock()
		defer n.mu.Unlock()
		n.of[request] = append(n.of[request], text)
	}
	return ctx
}

func (n *trips) TraceQueryStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceQueryStartData) context.Context {
	return n.note(ctx, data.SQL)
}

func (n *trips) TraceBatchStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceBatchStartData) context.Context {
	var all []string
	for _, q := range data.Batch.QueuedQueries {
		all = append(all, q.SQL)
	}
	return n.note(ctx, all...)
}

func (*trips) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData)     {}
func (*trips) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}
func (*trips) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData)     {}

var requestNamed = regexp.MustCompile(`X-Request-Id:\[([^\]]*)\]`)

// take gives the round trips of the request that was answered so, and forgets them.
func (n *trips) take(answer string) []string {
	name := requestNamed.FindStringSubmatch(answer)
	if name == nil {
		return nil
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	defer delete(n.of, name[1])
	return n.of[name[1]]
}
