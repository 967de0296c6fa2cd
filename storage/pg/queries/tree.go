package queries

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"switchboard/storage/id"
	"switchboard/storage/pg/tables"
	"switchboard/storage/query"
	"switchboard/storage/schema"
)

// reported is a tree's query that can be run.
type reported struct {
	*prepared

	// objects are those whose changes change the rows, nil for any.
	objects []string
}

// PrepareTree compiles a query that the product makes. What a stage refuses is its own
// error (query.At).
func (r *Runner) PrepareTree(ctx context.Context, organization id.ID, q query.TreeRequest) (query.PreparedTree, error) {
	of, err := r.tables.Of(ctx, organization)
	if err != nil {
		return nil, err
	}
	compiled, err := r.compiler.CompileTree(q.Tree, q.Reader, layout(of), q.Clock)
	if err != nil {
		return nil, err
	}
	p := &prepared{Compiled: compiled, runner: r, organization: organization, of: of, limit: q.Most}
	return &reported{prepared: p, objects: reads(of.Registry, compiled.Statement)}, nil
}

// reads lists the objects whose records decide what a statement answers: those that it
// reads, those that say who sees them, and those whose names are shown.
func reads(registry *schema.Registry, s *query.Statement) []string {
	out := []string{}
	add := func(name string) {
		if name != "" && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	for _, view := range s.Views {
		add(view.Object.APIName)
		if view.Object.Route.Inherit != "" {
			add(view.Object.Field(view.Object.Route.Thread).Target)
		}
		for _, way := range view.Ways {
			if way.Relation.Kind == schema.ToTeam || way.Relation.Kind == schema.ToTeamShared {
				add(registry.Role(schema.Person).APIName)
				add(registry.Role(schema.Team).APIName)
			}
		}
	}
	for i := range s.Outputs {
		o := &s.Outputs[i]
		switch {
		case o.Derived != nil:
			return nil
		case o.Of == nil || o.View == nil || o.Of.Type.References == nil:
		case o.Of.Type.Targeted:
			add(o.Of.Target)
			add(o.Of.Type.To)
		default:
			return nil // of any object
		}
	}
	return out
}

// Key implements query.PreparedTree. What a reader may see is in the statement and in its
// arguments, but for the names of records.
func (p *reported) Key() string {
	digest := sha256.New()
	fmt.Fprintf(digest, "%s\x00%s\x00%s\x00%v\x00", p.organization, layout(p.of).Version(), p.text(), p.named())
	for i, arg := range p.arguments() {
		if at, is := arg.(time.Time); is {
			arg = at.UnixNano()
		}
		raw, err := json.Marshal(arg)
		if err != nil {
			raw = fmt.Appendf(nil, "%#v", arg)
		}
		fmt.Fprintf(digest, "%d %s\x00", i, raw)
	}
	return hex.EncodeToString(digest.Sum(nil))
}

// named says of which objects' records the reader is shown the names, for each output.
func (p *reported) named() (out []string) {
	for i := range p.Outputs {
		o := &p.Outputs[i]
		if o.View == nil || o.Of == nil || !o.Of.Hides() {
			continue
		}
		for _, object := range p.of.Registry.Objects() {
			if o.View.Names(o.Right, o.Of, object.APIName) {
				out = append(out, strconv.Itoa(i)+object.APIName)
			}
		}
	}
	return out
}

// changesWanted asks for entries of the objects $2, of all where it is NULL.
const changesWanted = "organization_id = $1::uuid AND ($2::text[] IS NULL OR entry->>'object' = ANY ($2::text[]))"

// mark asks for the mark of a snapshot.
func (p *reported) mark(batch *pgx.Batch, m *query.Mark) {
	batch.Queue(`SELECT coalesce((SELECT seq FROM core.log_head WHERE organization_id = $1::uuid), 0),
		(SELECT count(*) FROM core.outbox WHERE `+changesWanted+`)`, string(p.organization), p.objects).QueryRow(func(row pgx.Row) error {
		return row.Scan(&m.Seq, &m.Pending)
	})
}

// Run implements query.PreparedTree: the mark and the rows are of one snapshot.
func (p *reported) Run(ctx context.Context) (out query.Rows, err error) {
	limits := p.runner.QueryLimits
	out.Took, err = p.begin(ctx, limits.Report+timeout-limits.Time, func(ctx context.Context, conn *pgxpool.Conn, role granted) error {
		var page []tables.Line
		how := way{begin: oneSnapshot, limit: limits.Report, before: func(batch *pgx.Batch) { p.mark(batch, &out.Mark) }}
		err := p.under(ctx, conn, role, how, func(w *walled) error {
			if err := p.affordable(ctx, w); err != nil {
				return err
			}
			p.read(w, &page, &out.More)
			return nil
		})
		if err != nil {
			return p.failure(err)
		}
		out.Cells, out.Bytes, err = p.cells(ctx, conn, page)
		return err
	})
	return out, err
}

// farBehind is from how many entries on nobody looks whether they changed anything.
const farBehind = 5_000

// Since implements query.PreparedTree. What was pending then is in the log now, or pending
// still: if there is no more of both together, nothing was added.
func (p *reported) Since(ctx context.Context, mark query.Mark) (now query.Mark, changed bool, err error) {
	var logged, floor int64
	err = p.runner.pool.Lists.QueryRow(ctx, `SELECT coalesce(h.seq, 0), coalesce(h.floor, 0), (SELECT count(*) FROM core.outbox WHERE `+changesWanted+`),
		CASE WHEN h.seq - $3::bigint <= $4::bigint THEN (SELECT count(*) FROM core.event_log WHERE seq > $3::bigint AND `+changesWanted+`) ELSE 0 END
		FROM (SELECT) one LEFT JOIN core.log_head h ON h.organization_id = $1::uuid`,
		string(p.organization), p.objects, mark.Seq, int64(farBehind)).Scan(&now.Seq, &floor, &now.Pending, &logged)
	if err != nil {
		return now, false, p.runner.pool.Failure(err)
	}
	gone := floor > mark.Seq || now.Seq < mark.Seq || now.Seq-mark.Seq > farBehind
	return now, gone || logged+now.Pending != mark.Pending, nil
}
