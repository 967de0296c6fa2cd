package records

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg/projection"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// Groups counts records by the values of up to two fields: each pair of values, each value
// by itself, and all. More groups than the request takes are fault.Invalid. took is how long
// the database worked for it.
func (s *Reader) Groups(ctx context.Context, organization id.ID, r row.GroupRequest) (out []row.Group, took time.Duration, err error) {
	of, err := s.tables.Of(ctx, organization)
	if err != nil {
		return nil, 0, err
	}
	t, err := of.Find(r.Object)
	if err != nil {
		return nil, 0, err
	}
	ctx, cancel := context.WithTimeout(ctx, s.Patience)
	defer cancel()
	q := &statement{tables: of, table: t, limited: true}
	sel, err := q.selection(organization, &r.ReadRequest)
	if err != nil {
		return nil, 0, err
	}
	text, by, err := q.grouped(&r, sel.text)
	if err != nil {
		return nil, 0, err
	}
	conn, err := s.pool.Lists.Acquire(ctx)
	if err != nil {
		return nil, 0, s.pool.Failure(err)
	}
	defer conn.Release()
	began := time.Now()
	defer func() { took = time.Since(began) }()
	rows, err := conn.Query(ctx, text, sel.args...)
	if err != nil {
		return nil, 0, s.pool.Failure(err)
	}
	found, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (g grouping, err error) {
		return g, r.Scan(&g.together, &g.keys, &g.count, &g.sums)
	})
	if err != nil {
		return nil, 0, s.pool.Failure(err)
	}
	if len(found) > r.Most {
		return nil, 0, fault.New(fault.Invalid, "These records make more than %d groups: choose a field with fewer values, or a filter.", r.Most)
	}
	ask := projection.Ask(of)
	for i := range found {
		for k, c := range by {
			if found[i].together[k] == 0 {
				found[i].values = append(found[i].values, keyOf(c.Field, found[i].keys[k]))
				ask.Value(c.Field, found[i].values[k])
			} else {
				found[i].values = append(found[i].values, nil)
			}
		}
	}
	names, err := projection.Resolve(ctx, conn, ask)
	if err != nil {
		return nil, 0, s.pool.Failure(err)
	}
	for _, g := range found {
		out = append(out, g.shown(by, names))
	}
	return out, 0, nil
}

// grouping is a group as the database gives it.
type grouping struct {
	together []int32 // 1 for a field whose values are taken together
	keys     []*string
	count    int64
	sums     []*string
	values   []any // in storage shape
}

// grouped is the statement of the groups.
func (q *statement) grouped(r *row.GroupRequest, from string) (text string, by []*tables.Column, err error) {
	var together, keys, sums, names, sets []string
	for _, name := range r.By {
		c, err := q.column(name)
		if err != nil {
			return "", nil, err
		}
		by = append(by, c)
		names = append(names, c.Alias)
		together = append(together, "grouping("+c.Alias+")")
		keys = append(keys, c.Alias+"::text")
		sets = append(sets, "("+c.Alias+")")
	}
	for _, name := range r.Sums {
		c, err := q.column(name)
		if err != nil {
			return "", nil, err
		}
		sums = append(sums, "sum("+c.Alias+")::text")
	}
	if len(names) > 1 {
		sets = append(sets, "("+strings.Join(names, ", ")+")")
	}
	order := ""
	if len(names) > 0 {
		order = " ORDER BY " + strings.Join(append(slices.Clone(together), names...), ", ")
	}
	return "SELECT ARRAY[" + strings.Join(together, ", ") + "]::int[], ARRAY[" + strings.Join(keys, ", ") + "]::text[], count(*), ARRAY[" + strings.Join(sums, ", ") + "]::text[]" +
		from + " GROUP BY GROUPING SETS (" + strings.Join(append(sets, "()"), ", ") + ")" + order + " LIMIT " + strconv.Itoa(r.Most+1), by, nil
}

// keyOf is a value in storage shape, of one that the database wrote as a text.
func keyOf(f *schema.Field, text *string) any {
	if text == nil || *text == "" {
		return nil
	}
	switch f.Kind().Column.Zero.(type) {
	case id.ID:
		return id.ID(*text)
	case bool:
		return *text == "true"
	default:
		return *text
	}
}

// shown is the group as clients are shown it.
func (g *grouping) shown(by []*tables.Column, names *projection.Resolved) row.Group {
	out := row.Group{Count: g.count, Keys: make([]json.RawMessage, len(by)), Sums: make([]json.RawMessage, len(g.sums))}
	for i, c := range by {
		switch {
		case g.together[i] != 0:
		case g.values[i] == nil:
			out.Keys[i] = json.RawMessage("null")
		default:
			out.Keys[i] = projection.Value(c.Field, g.values[i], names)
		}
	}
	for i, sum := range g.sums {
		out.Sums[i] = json.RawMessage("null")
		if sum != nil {
			out.Sums[i] = json.RawMessage(*sum)
		}
	}
	return out
}
