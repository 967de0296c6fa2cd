package records

import (
	"context"
	"strconv"
	"strings"
	"time"

	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg/pool"
	"switchboard/storage/row"
)

// maxCounts bounds the selections that are counted in one statement.
const maxCounts = 200

// CountUpTo counts what each request selects, whatever its order and page, up to so many of
// each, in one statement. took is how long the database worked for it.
func (s *Reader) CountUpTo(ctx context.Context, organization id.ID, requests []row.ReadRequest, most int) (counts []int, took time.Duration, err error) {
	if len(requests) > maxCounts {
		return nil, 0, fault.New(fault.Invalid, "At most %d things can be counted at once.", maxCounts)
	}
	if len(requests) == 0 {
		return nil, 0, nil
	}
	of, err := s.tables.Of(ctx, organization)
	if err != nil {
		return nil, 0, err
	}
	ctx, cancel := context.WithTimeout(ctx, s.Patience)
	defer cancel()
	parts := make([]string, len(requests))
	var args []any
	for i := range requests {
		t, err := of.Find(requests[i].Object)
		if err != nil {
			return nil, 0, err
		}
		q := &statement{tables: of, table: t, limited: true, args: args}
		sel, err := q.selection(organization, &requests[i])
		if err != nil {
			return nil, 0, err
		}
		parts[i], args = "(SELECT count(*) FROM (SELECT 1"+sel.text+" LIMIT "+strconv.Itoa(most)+") f)", q.args
	}
	conn, err := s.pool.Lists.Acquire(ctx)
	if err != nil {
		return nil, 0, s.pool.Failure(err)
	}
	defer conn.Release()
	began := time.Now()
	err = pool.Source(conn).QueryRow(ctx, "SELECT ARRAY["+strings.Join(parts, ", ")+"]::int[]", args...).Scan(&counts)
	return counts, time.Since(began), s.pool.Failure(err)
}
