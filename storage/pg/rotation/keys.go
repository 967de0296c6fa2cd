package rotation

import (
	"context"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/id"
	"switchboard/storage/pg/tables"
	"switchboard/storage/seal"
)

// keyNumber is the SQL of the number of the key that sealed a column's value, NULL for a
// value that is not sealed (seal.IsSealed).
func keyNumber(column string) string {
	return "substring(" + column + " FROM '^sealed:([^.]{8})\\..')"
}

// Unopened counts the values of an organization that were sealed with a key that is not in
// the ring, removed records included.
func (s *Sealer) Unopened(ctx context.Context, ring *seal.Ring, organization id.ID) (count int64, err error) {
	found, err := s.numbers(ctx, organization)
	if err != nil {
		return 0, err
	}
	for _, known := range ring.Numbers() {
		delete(found, known)
	}
	for _, n := range found {
		count += n
	}
	return count, nil
}

// numbers counts the values of an organization by the numbers of the keys that sealed them.
func (s *Sealer) numbers(ctx context.Context, organization id.ID) (map[string]int64, error) {
	columns, err := s.columns(tables.Passing(ctx), organization)
	if err != nil {
		return nil, err
	}
	counts := map[string]int64{}
	for _, c := range columns {
		rows, err := s.pool.Source(ctx).Query(ctx, "SELECT number, count(*) FROM (SELECT "+keyNumber(c.Column)+" AS number FROM "+c.Table+" WHERE "+c.Column+" IS NOT NULL) v WHERE number IS NOT NULL GROUP BY 1")
		if err != nil {
			return nil, s.pool.Failure(err)
		}
		var number string
		var n int64
		if _, err := pgx.ForEachRow(rows, []any{&number, &n}, func() error {
			counts[number] += n
			return nil
		}); err != nil {
			return nil, s.pool.Failure(err)
		}
	}
	return counts, nil
}

// CheckKeys counts the values that were sealed with a key that is not in the ring, less
// those whose loss was accepted, and notes the ring's first key. It reads the values
// themselves only if the database names a key that the ring lacks, or names none yet: at
// every other start it costs one statement, however many organizations there are.
func (s *Sealer) CheckKeys(ctx context.Context, ring *seal.Ring) (lost int64, err error) {
	var used, unknown int
	err = s.pool.QueryRow(ctx, `SELECT count(*), count(*) FILTER (WHERE NOT is_lost AND number <> ALL ($1)) FROM core.field_key`, ring.Numbers()).Scan(&used, &unknown)
	if err != nil {
		return 0, s.pool.Failure(err)
	}
	if used == 0 || unknown > 0 {
		if lost, err = s.noteKeys(ctx, ring); err != nil || lost > 0 {
			return lost, err
		}
	}
	_, err = s.pool.Exec(ctx, `INSERT INTO core.field_key (number) VALUES ($1) ON CONFLICT (number) DO UPDATE SET is_lost = false WHERE core.field_key.is_lost`, ring.Number())
	return 0, s.pool.Failure(err)
}

// noteKeys brings the noted keys up to what the values of all organizations were sealed
// with, and counts the values of keys that are not in the ring and not accepted as lost.
func (s *Sealer) noteKeys(ctx context.Context, ring *seal.Ring) (lost int64, err error) {
	rows, err := s.pool.Query(ctx, "SELECT id::text FROM core.organization")
	if err != nil {
		return 0, s.pool.Failure(err)
	}
	organizations, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return 0, s.pool.Failure(err)
	}
	all := map[string]int64{}
	for _, organization := range organizations {
		found, err := s.numbers(ctx, id.ID(organization))
		if err != nil {
			return 0, err
		}
		for number, n := range found {
			all[number] += n
		}
	}
	if err := s.secondFactorNumbers(ctx, all); err != nil {
		return 0, err
	}
	numbers, counts := make([]string, 0, len(all)), make([]int64, 0, len(all))
	for number, n := range all {
		numbers, counts = append(numbers, number), append(counts, n)
	}
	// A key that another node's ring begins with has sealed nothing yet and is noted again
	// when that node starts.
	err = s.pool.QueryRow(ctx, `
		WITH found AS (SELECT * FROM unnest($1::text[], $2::bigint[]) AS f (number, n)),
		gone AS (DELETE FROM core.field_key WHERE number NOT IN (SELECT number FROM found)),
		noted AS (INSERT INTO core.field_key (number) SELECT number FROM found ON CONFLICT DO NOTHING)
		SELECT coalesce(sum(n), 0)::bigint FROM found
		WHERE number <> ALL ($3) AND number NOT IN (SELECT number FROM core.field_key WHERE is_lost)`, numbers, counts, ring.Numbers()).Scan(&lost)
	return lost, s.pool.Failure(err)
}

// AcceptLoss has CheckKeys pass over the values of the noted keys that are not in the ring.
func (s *Sealer) AcceptLoss(ctx context.Context, ring *seal.Ring) error {
	_, err := s.pool.Exec(ctx, `UPDATE core.field_key SET is_lost = true WHERE number <> ALL ($1)`, ring.Numbers())
	return s.pool.Failure(err)
}
