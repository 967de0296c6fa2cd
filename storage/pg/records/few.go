package records

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"

	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
)

// fewMatches is how many matches of a search are put in order by sorting them. Of more,
// the order is walked until a page is full of those that match, which is soon.
const fewMatches = 2_000

// sought reports whether a request is for a page of what a search finds in an order of its
// own: the planner would walk that order for what is rare, too, through all records.
func sought(r *row.ReadRequest) bool {
	return r.Search != nil && !r.Search.Ranked && len(r.Search.Terms) > 0
}

// sorted is the statement of a page of what a search finds, with its arguments; behind
// says how it is ordered and where it ends. total is how many it finds, -1 where that is
// to be counted.
func (s *Reader) sorted(ctx context.Context, from pool.Source, sel selection, q *statement, list, behind string) (text string, args []any, total int64, err error) {
	ids, known, err := s.few(ctx, from, sel)
	if err != nil || !known {
		return "SELECT " + list + sel.text + behind, q.args, -1, err
	}
	with, among, args := sel.among(q.table, ids, q.args)
	return with + "SELECT " + list + among + behind, args, int64(len(ids)), nil
}

// few finds all that a selection has where that is little; known is false where it is not.
// Without an order an index answers.
func (s *Reader) few(ctx context.Context, from pool.Source, sel selection) (ids []pgtype.UUID, known bool, err error) {
	text := "SELECT coalesce(array_agg(f.id), '{}') FROM (SELECT t.id" + sel.text + " LIMIT " + strconv.Itoa(fewMatches+1) + ") f"
	if err := from.QueryRow(ctx, text, sel.args...).Scan(&ids); err != nil {
		return nil, false, s.pool.Failure(err)
	}
	return ids, len(ids) <= fewMatches, nil
}

// among selects those of the records that the selection still has: what is shown of them
// is what may be seen by now. args are those of the whole statement so far.
func (sel selection) among(t *tables.Table, ids []pgtype.UUID, args []any) (with, from string, all []any) {
	args = append(slices.Clip(args), tables.IDArray(tables.ToIDs(ids)))
	with = "WITH found AS MATERIALIZED (SELECT t.id" + sel.text + " AND t.id = ANY ($" + strconv.Itoa(len(args)) + "::uuid[])) "
	return with, strings.Join([]string{" FROM", t.Name, "t JOIN found USING (id)"}, " "), args
}
