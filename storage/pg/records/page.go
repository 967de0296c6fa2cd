package records

import (
	"context"
	"slices"
	"strconv"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/fault"
	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/tables"
)

const (
	// readBytes is where a page ends: the record that passes it is its last.
	readBytes = 4 << 20
	// FewRecords are so few that the database need not look how large they are: what it sends
	// behind a full page is passed over.
	FewRecords = 32
)

// readable gives the columns of a read that wants the fields, with those that the
// route and derived fields are made of.
func readable(t *tables.Table, fields []string) ([]*tables.Column, string, error) {
	if fields == nil {
		return t.Columns, t.List, nil
	}
	wanted := slices.Concat([]string{"id", "version"}, t.Routed())
	for _, name := range fields {
		f := t.Object.Field(name)
		if f == nil || f.Internal {
			return nil, "", fault.Field(name, "%s has no field %q", t.Object.Title, name)
		}
		if f.Derived != nil {
			wanted = append(wanted, f.Derived.From...)
		} else {
			wanted = append(wanted, name)
		}
	}
	return t.Some(wanted)
}

// untilFull ends a page behind the record that fills it, in the database: what is
// beyond is neither unpacked nor sent. Behind the columns stands how many records the
// page would have. The window follows the order of what it is laid over.
func untilFull(page, list string, columns []*tables.Column) string {
	return "SELECT " + list + ", t.entire FROM (SELECT t.*, count(*) OVER () AS entire, coalesce(sum(" + tables.SizeOf(columns) +
		") OVER (ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS filled FROM (" + page + ") t) t WHERE t.filled < " +
		strconv.Itoa(readBytes)
}

// paged are the rows of a page as they are read.
type paged[T any] struct {
	row func(pgx.CollectableRow) (one T, size int, err error)
	// entire is how many records the page would have (untilFull), nil where the database
	// doesn't say.
	entire *int64
	// trips carry the question with those of others, nil where it goes by itself.
	trips *pool.Questions
}

// collectUntilFull reads records until they fill a page, with what beside asks in the same
// round trip; cut says that more follow.
func collectUntilFull[T any](ctx context.Context, from pool.Source, p paged[T], text string, args []any, beside *pgx.Batch) (found []T, cut bool, err error) {
	if p.trips != nil && beside.Len() == 0 {
		err = p.trips.Query(ctx, func(rows pgx.Rows) (err error) {
			found, cut, err = p.untilFull(rows)
			return err
		}, text, args...)
		return found, cut, err
	}
	if beside.Len() == 0 {
		rows, err := from.Query(ctx, text, args...)
		if err != nil {
			return nil, false, err
		}
		return p.untilFull(rows)
	}
	beside.Queue(text, args...).Query(func(rows pgx.Rows) (err error) {
		found, cut, err = p.untilFull(rows)
		return err
	})
	err = from.SendBatch(ctx, beside).Close()
	return found, cut, err
}

// untilFull takes records of rows until they fill a page. The database counts what it has
// packed as smaller than it is; here every byte counts.
func (p paged[T]) untilFull(rows pgx.Rows) (found []T, cut bool, err error) {
	defer rows.Close()
	size := 0
	for size < readBytes && rows.Next() {
		one, bytes, err := p.row(rows)
		if err != nil {
			return nil, false, err
		}
		size += bytes
		found = append(found, one)
	}
	switch {
	case p.entire != nil:
		cut = int64(len(found)) < *p.entire
	case size >= readBytes:
		cut = rows.Next()
	}
	if size < readBytes {
		err = rows.Err()
	}
	return found, cut, err
}
