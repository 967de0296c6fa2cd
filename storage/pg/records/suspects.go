package records

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// mostAlike bounds the records of one group of suspects.
const mostAlike = 26

// Suspects finds records that have the value of a field in common, group by group, those with the
// newest record first; phone numbers count alike in whichever field they stand. Two groups may
// have records in common. took is how long the database worked for it.
func (s *Reader) Suspects(ctx context.Context, organization id.ID, r row.Suspects) (groups [][]id.ID, took time.Duration, err error) {
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
	var keys []string
	for i, name := range r.By {
		c := t.Column(name)
		if c == nil || c.Field.Type.Same == "" {
			return nil, 0, fault.Field(name, "Duplicates can't be found by %q", name)
		}
		if c.Field.Type.SearchDigits {
			keys = append(keys, "'p' || nullif("+fmt.Sprintf(c.Kind.Search, c.Alias)+", '')")
			continue
		}
		keys = append(keys, "'"+strconv.Itoa(i)+" ' || nullif(("+fmt.Sprintf(c.Field.Type.Same, c.Alias)+")::text, '')")
	}
	if keys == nil {
		return nil, 0, nil
	}
	conn, err := s.pool.Lists.Acquire(ctx)
	if err != nil {
		return nil, 0, s.pool.Failure(err)
	}
	defer conn.Release()
	began := time.Now()
	rows, err := conn.Query(ctx, "SELECT (array_agg(DISTINCT k.id))[1:"+strconv.Itoa(mostAlike)+"]::text[] FROM (SELECT t.id, unnest(ARRAY["+strings.Join(keys, ", ")+"]::text[]) AS key"+sel.text+
		") k WHERE k.key IS NOT NULL GROUP BY k.key HAVING count(DISTINCT k.id) > 1 ORDER BY max(k.id::text) DESC, k.key LIMIT "+strconv.Itoa(r.Most+1), sel.args...)
	if err != nil {
		return nil, time.Since(began), s.pool.Failure(err)
	}
	groups, err = pgx.CollectRows(rows, pgx.RowTo[[]id.ID])
	return groups, time.Since(began), s.pool.Failure(err)
}
