package rotation

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"

	"switchboard/storage/id"
	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/tables"
	"switchboard/storage/seal"
	"switchboard/storage/wait"
)

// every is how often it is looked for values of former keys: a node that does not know the
// new one yet goes on sealing by its own.
const every = time.Hour

// batch is how many records one statement reads.
const batch = 200

// Sealer seals again.
type Sealer struct {
	pool   *pool.Pool
	tables *tables.Cache
}

// New makes the sealer of a database.
func New(db *pool.Pool, of *tables.Cache) *Sealer { return &Sealer{db, of} }

// RunRotation seals again what former keys of the ring sealed, now and then until ctx ends;
// of a ring without former keys there is nothing to do.
func (s *Sealer) RunRotation(ctx context.Context, ring *seal.Ring) {
	if !ring.Former() {
		return
	}
	ctx = tables.Passing(ctx)
	round := func() {
		done, left, err := s.Rotate(ctx, ring)
		switch {
		case err != nil && ctx.Err() == nil:
			s.pool.Log.WarnContext(ctx, "encrypted fields could not be sealed again; the next round goes on", "sealed", done, "error", err)
		case err == nil && left > 0:
			s.pool.Log.WarnContext(ctx, "encrypted fields were sealed by keys that SWITCHBOARD_FIELD_KEYS lacks, or were changed outside", "sealed", done, "left", left)
		case err == nil:
			s.pool.Log.InfoContext(ctx, "all encrypted fields are sealed by the first key", "sealed", done)
		}
	}
	round()
	wait.Every(ctx, every, round)
}

// Rotate seals again in all organizations, and tells how many values it sealed and how many
// it could not open.
func (s *Sealer) Rotate(ctx context.Context, ring *seal.Ring) (done, left int, err error) {
	rows, err := s.pool.Query(ctx, "SELECT id::text FROM core.organization ORDER BY id")
	if err != nil {
		return 0, 0, s.pool.Failure(err)
	}
	organizations, err := pgx.CollectRows(rows, pgx.RowTo[id.ID])
	if err != nil {
		return 0, 0, s.pool.Failure(err)
	}
	for _, o := range organizations {
		of, err := s.tables.Of(ctx, o)
		if err != nil {
			return done, left, err
		}
		for _, object := range slices.Sorted(maps.Keys(of.ByName)) {
			t := of.ByName[object]
			for _, c := range t.Columns {
				if !c.Field.Type.Sealed {
					continue
				}
				again, unopened, err := s.column(ctx, ring, o, t, c)
				done, left = done+again, left+unopened
				if err != nil {
					return done, left, s.pool.Failure(err)
				}
			}
		}
	}
	return done, left, nil
}

// held is a value where it lies.
type held struct {
	record pgtype.UUID
	value  string
}

// column seals one column of an organization again, removed records included.
func (s *Sealer) column(ctx context.Context, ring *seal.Ring, organization id.ID, t *tables.Table, c *tables.Column) (done, left int, err error) {
	former := "SELECT id, " + c.Name + " FROM " + t.Name + " WHERE id > $1 AND NOT starts_with(" + c.Name + ", $2) ORDER BY id LIMIT " + strconv.Itoa(batch)
	replace := "UPDATE " + t.Name + " SET " + c.Name + " = $1 WHERE id = $2 AND " + c.Name + " = $3"
	after := pgtype.UUID{Valid: true} // none is less
	for {
		rows, err := s.pool.Query(ctx, former, after, ring.Begins())
		if err != nil {
			return done, left, err
		}
		found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (h held, err error) { return h, row.Scan(&h.record, &h.value) })
		if err != nil {
			return done, left, err
		}
		writes := &pgx.Batch{}
		for _, h := range found {
			place := seal.Place{Organization: organization, Object: t.Object.APIName, Record: tables.ToID(h.record), Field: c.Field.Name}
			again, err := ring.Again(place, h.value)
			if err != nil {
				left++
				continue
			}
			writes.Queue(replace, again, h.record, h.value).Exec(func(tag pgconn.CommandTag) error {
				done += int(tag.RowsAffected())
				return nil
			})
		}
		if writes.Len() > 0 {
			if err := s.pool.SendBatch(ctx, writes).Close(); err != nil {
				return done, left, err
			}
		}
		if len(found) < batch {
			return done, left, nil
		}
		after = found[len(found)-1].record
	}
}
