package records

import (
	"context"
	"slices"
	"strconv"

	"switchboard/storage/fault"
	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
)

const (
	// readBytes is where a page ends: the record that passes it is its last.
	readBytes = 4 << 20
	// wholeRecords are so few that they are read whole, however large they are.
	wholeRecords = readBytes / tables.MaxRecord
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

// collectUntilFull reads records until they fill a page; cut says that more follow.
// The database counts what it has packed as smaller than it is; here every byte
// counts.
func (s *Reader) collectUntilFull(ctx context.Context, from pool.Source, columns *tables.Scanner, text string, args []any) (found []row.Record, cut bool, err error) {
	rows, err := from.Query(ctx, text, args...)
	if err != nil {
		return nil, false, s.pool.Failure(err)
	}
	defer rows.Close()
	size := 0
	for (size < readBytes || !columns.More) && rows.Next() {
		r, err := columns.Record(rows)
		if err != nil {
			return nil, false, s.pool.Failure(err)
		}
		size += tables.BytesOf(r.Fields)
		found = append(found, r)
	}
	if (size < readBytes || !columns.More) && rows.Err() != nil {
		return nil, false, s.pool.Failure(rows.Err())
	}
	return found, int64(len(found)) < columns.Beside, nil
}
