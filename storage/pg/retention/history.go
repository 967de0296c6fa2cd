package retention

import (
	"context"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/id"
	"switchboard/storage/pg/pool"
)

// historyEnd is for how long an organization may keep its history at most, in years: months
// before are dropped whole.
const historyEnd = 10

// trimHistory removes what became of records too long ago, and makes room for the months
// to come.
func (s *Keeper) trimHistory(ctx context.Context, r Periods) (removed int64, err error) {
	organizations, err := s.organizations(ctx)
	if err != nil {
		return 0, s.pool.Failure(err)
	}
	removed, err = s.each(ctx, r, organizations, func(o id.ID, lengths Lengths) (int64, error) {
		return s.inBatches(ctx, r.Batch, trimHistorySQL, string(o), lengths.History, r.Batch)
	})
	if err != nil {
		return removed, err
	}
	return removed, s.months(ctx)
}

func (s *Keeper) organizations(ctx context.Context) ([]id.ID, error) {
	rows, err := s.pool.Query(ctx, "SELECT id::text FROM core.organization ORDER BY id")
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[id.ID])
}

// months makes the coming months of the history and drops those that nobody keeps. It
// waits for its locks only briefly: what it does not get, the next round does.
func (s *Keeper) months(ctx context.Context) error {
	return s.pool.RunInTx(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "SET LOCAL lock_timeout = '150ms'"); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "SELECT core.make_record_change_months($1), core.drop_record_change_months(now() - make_interval(years => $2))", pool.HistoryAhead, historyEnd)
		return err
	})
}

// trimHistorySQL removes the oldest changes first: what is kept of a record has no hole.
// It says from when on the history is whole.
const trimHistorySQL = `
WITH old AS (
  SELECT tableoid, ctid FROM core.record_change WHERE organization_id = $1 AND at < now() - $2::interval ORDER BY at LIMIT $3
), removed AS (
  DELETE FROM core.record_change c USING old
  WHERE c.organization_id = $1 AND c.at < now() - $2::interval AND c.tableoid = old.tableoid AND c.ctid = old.ctid RETURNING c.at
), moved AS (
  INSERT INTO core.record_change_since AS s (organization_id, since)
  SELECT $1, max(at) FROM removed HAVING count(*) > 0
  ON CONFLICT (organization_id) DO UPDATE SET since = greatest(s.since, EXCLUDED.since)
)
SELECT count(*) FROM removed`
