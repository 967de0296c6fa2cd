package retention

import (
	"context"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/pg/tables"
)

// foldFrom is from how many changes of a number of records on they are folded into it here:
// of objects whose lists are read, their readers do so.
const foldFrom = 1_000

// foldCounts brings what was made and removed into the numbers of records that are kept.
func (s *Keeper) foldCounts(ctx context.Context, batch int) error {
	rows, err := s.pool.Query(ctx, "SELECT relation, count(*) FROM core.record_count_moved GROUP BY relation HAVING count(*) >= $1", foldFrom)
	if err != nil {
		return s.pool.Failure(err)
	}
	type long struct {
		Relation string
		Rows     int
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[long])
	if err != nil {
		return s.pool.Failure(err)
	}
	for _, of := range all {
		for done := 0; done < of.Rows; done += batch {
			err := pgx.BeginFunc(ctx, s.pool.Pool, func(tx pgx.Tx) error {
				if _, err := tx.Exec(ctx, tables.LockCount, of.Relation); err != nil {
					return err
				}
				_, err := tx.Exec(ctx, tables.FoldCount, of.Relation, batch)
				return err
			})
			if err != nil {
				return s.pool.Failure(err)
			}
		}
	}
	return nil
}
