package rotation

import (
	"context"
	"slices"
	"strconv"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"

	"switchboard/storage/id"
	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
	"switchboard/storage/seal"
)

// batch is how many records one portion reads.
const batch = 200

// Sealer seals again.
type Sealer struct {
	pool    *pool.Pool
	columns Columns
}

// Columns lists the columns of an organization that hold sealed values, those that are out
// of use and may come back included.
type Columns func(ctx context.Context, organization id.ID) ([]tables.Sealed, error)

// New makes the sealer of a database.
func New(db *pool.Pool, columns Columns) *Sealer { return &Sealer{db, columns} }

// SealedBefore counts the values of an organization that the first key of a ring did not seal,
// removed records included, and reports whether the ring opens any of them. It leaves no trace of
// the organization on this node.
func (s *Sealer) SealedBefore(ctx context.Context, ring *seal.Ring, organization id.ID) (count int64, opens bool, err error) {
	columns, err := s.columns(tables.Passing(ctx), organization)
	if err != nil {
		return 0, false, err
	}
	for _, c := range columns {
		var n int64
		if err := s.pool.Source(ctx).QueryRow(ctx, "SELECT count(*) FROM "+c.Table+" WHERE NOT starts_with("+c.Column+", $1)", ring.Begins()).Scan(&n); err != nil {
			return 0, false, s.pool.Failure(err)
		}
		count += n
		for after := (id.ID)(""); n > 0 && !opens; {
			found, err := s.next(ctx, ring, c, after)
			if err != nil {
				return 0, false, err
			}
			opens = slices.ContainsFunc(found, func(h held) bool {
				_, err := ring.Open(place(c, organization, h.record), h.value)
				return err == nil
			})
			if len(found) < batch {
				break
			}
			after = found[len(found)-1].record
		}
	}
	return count, opens, nil
}

// SealAgain seals the next values of an organization by the first key of a ring, from a
// place on, in the transaction of its context. What it can't open stays, and is counted as
// left.
func (s *Sealer) SealAgain(ctx context.Context, ring *seal.Ring, organization id.ID, from row.SealedPlace) (next row.SealedPlace, sealed, left int64, err error) {
	columns, err := s.columns(ctx, organization)
	if err != nil {
		return from, 0, 0, err
	}
	i := slices.IndexFunc(columns, func(c tables.Sealed) bool { return c.Name() >= from.Column })
	if i < 0 {
		return row.SealedPlace{IsOver: true}, 0, 0, nil
	}
	c := columns[i]
	if c.Name() != from.Column { // a new one, or the former one is gone
		from = row.SealedPlace{Column: c.Name()}
	}
	found, err := s.next(ctx, ring, c, from.After)
	if err != nil {
		return from, 0, 0, err
	}
	replace := "UPDATE " + c.Table + " SET " + c.Column + " = $1 WHERE id = $2 AND " + c.Column + " = $3"
	writes := &pgx.Batch{}
	for _, h := range found {
		again, err := ring.Again(place(c, organization, h.record), h.value)
		if err != nil {
			left++
			continue
		}
		writes.Queue(replace, again, string(h.record), h.value).Exec(func(tag pgconn.CommandTag) error {
			sealed += tag.RowsAffected()
			return nil
		})
	}
	if writes.Len() > 0 {
		if err := s.pool.Source(ctx).SendBatch(ctx, writes).Close(); err != nil {
			return from, 0, 0, s.pool.Failure(err)
		}
	}
	switch {
	case len(found) == batch:
		from.After = found[len(found)-1].record
	case i+1 < len(columns):
		from = row.SealedPlace{Column: columns[i+1].Name()}
	default:
		from = row.SealedPlace{IsOver: true}
	}
	return from, sealed, left, nil
}

// held is a value where it lies.
type held struct {
	record id.ID
	value  string
}

func place(c tables.Sealed, organization, record id.ID) seal.Place {
	return seal.Place{Organization: organization, Object: c.Object, Record: record, Field: c.Field}
}

// next reads the next values that the ring's first key did not seal.
func (s *Sealer) next(ctx context.Context, ring *seal.Ring, c tables.Sealed, after id.ID) ([]held, error) {
	first := pgtype.UUID{Valid: true} // none is less
	if after != "" {
		if err := first.Scan(string(after)); err != nil {
			return nil, err
		}
	}
	rows, err := s.pool.Source(ctx).Query(ctx, "SELECT id::text, "+c.Column+" FROM "+c.Table+" WHERE id > $1 AND NOT starts_with("+c.Column+", $2) ORDER BY id LIMIT "+strconv.Itoa(batch), first, ring.Begins())
	if err != nil {
		return nil, s.pool.Failure(err)
	}
	found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (h held, err error) { return h, row.Scan(&h.record, &h.value) })
	return found, s.pool.Failure(err)
}
