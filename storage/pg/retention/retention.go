package retention

import (
	"cmp"
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/id"
	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/tables"
	"switchboard/storage/wait"
)

// Lengths says for how long an organization's own is kept. Zero values mean the defaults.
type Lengths struct {
	Log     time.Duration // entries of the log; default 24 h
	History time.Duration // what became of records; default 7 years
}

// Periods says how long what is only needed for delivery is kept, and history. Zero values mean the defaults.
type Periods struct {
	Lengths

	// Of are one organization's own lengths; nil for all alike. Of one whose lengths can't
	// be read nothing is deleted.
	Of      func(ctx context.Context, organization id.ID) (Lengths, error)
	Effects time.Duration // finished effects; default 7 days
	Inbound time.Duration // marks of providers' events; default 7 days, above their longest repeat
	Keys    time.Duration // what Idempotency-Keys stand for; default 24 h
	Every   time.Duration // how often RunRetention looks; default 10 minutes
	Batch   int           // rows of one statement; default 1000
}

func (r Periods) withDefaults() Periods {
	const day, year = 24 * time.Hour, 8766 * time.Hour
	for _, d := range []struct {
		value *time.Duration
		usual time.Duration
	}{
		{&r.Log, day}, {&r.History, 7 * year}, {&r.Effects, 7 * day}, {&r.Inbound, 7 * day}, {&r.Keys, day},
		{&r.Every, 10 * time.Minute},
	} {
		if *d.value <= 0 {
			*d.value = d.usual
		}
	}
	if r.Batch <= 0 {
		r.Batch = 1000
	}
	return r
}

// of returns an organization's lengths; known is false if they can't be read.
func (r Periods) of(ctx context.Context, s *Keeper, organization id.ID) (l Lengths, known bool) {
	if r.Of == nil {
		return r.Lengths, true
	}
	own, err := r.Of(ctx, organization)
	if err != nil {
		s.pool.Log.WarnContext(ctx, "an organization's retention can't be read: nothing of it is deleted", "organization", organization, "error", err)
		return l, false
	}
	return Lengths{Log: cmp.Or(own.Log, r.Log), History: cmp.Or(own.History, r.History)}, true
}

// each deletes something of each organization whose lengths can be read, and tells how many
// rows there were in all.
func (s *Keeper) each(ctx context.Context, r Periods, organizations []id.ID, remove func(id.ID, Lengths) (int64, error)) (removed int64, err error) {
	for _, o := range organizations {
		lengths, known := r.of(ctx, s, o)
		if !known {
			continue
		}
		n, err := remove(o, lengths)
		removed += n
		if err != nil {
			return removed, err
		}
	}
	return removed, nil
}

// Keeper removes what has left its retention.
type Keeper struct {
	pool   *pool.Pool
	tables *tables.Cache
}

// New makes the keeper of a database.
func New(db *pool.Pool, of *tables.Cache) *Keeper { return &Keeper{pool: db, tables: of} }

// RunRetention trims now and then until ctx ends. A failure is logged and the
// next round tries again. Several nodes may run it at once.
func (s *Keeper) RunRetention(ctx context.Context, r Periods) {
	r = r.withDefaults()
	ctx = tables.Passing(ctx)
	s.round(ctx, r)
	wait.Every(ctx, r.Every, func() { s.round(ctx, r) })
}

func (s *Keeper) round(ctx context.Context, r Periods) {
	if removed, err := s.Trim(ctx, r); err != nil && ctx.Err() == nil {
		s.pool.Log.WarnContext(ctx, "the retention could not be kept", "error", err)
	} else if removed > 0 {
		s.pool.Log.InfoContext(ctx, "deleted what left the retention", "rows", removed)
	}
}

// Trim deletes what has left the retention, in small batches, and tells how many
// rows there were.
func (s *Keeper) Trim(ctx context.Context, r Periods) (removed int64, err error) {
	r = r.withDefaults()
	organizations, err := s.organizationsOfLog(ctx)
	if err != nil {
		return 0, s.pool.Failure(err)
	}
	removed, err = s.each(ctx, r, organizations, func(o id.ID, lengths Lengths) (int64, error) {
		return s.inBatches(ctx, r.Batch, trimLogSQL, string(o), lengths.Log, r.Batch)
	})
	if err != nil {
		return removed, err
	}
	n, err := s.inBatches(ctx, r.Batch, trimEffectsSQL, r.Effects, r.Batch)
	removed += n
	if err != nil {
		return removed, err
	}
	n, err = s.inBatches(ctx, r.Batch, trimReceived("core.inbound_event"), r.Inbound, r.Batch)
	removed += n
	if err != nil {
		return removed, err
	}
	for _, table := range []string{"core.request_key", "core.command", "core.live_query"} {
		n, err = s.inBatches(ctx, r.Batch, trimReceived(table), r.Keys, r.Batch)
		removed += n
		if err != nil {
			return removed, err
		}
	}
	if err := s.foldCounts(ctx, r.Batch); err != nil {
		return removed, err
	}
	n, err = s.trimHistory(ctx, r) // last, since making its months may have to wait for a next round
	return removed + n, err
}

func (s *Keeper) organizationsOfLog(ctx context.Context) ([]id.ID, error) {
	rows, err := s.pool.Query(ctx, "SELECT organization_id::text FROM core.log_head WHERE seq > floor ORDER BY organization_id")
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[id.ID])
}

// trimLogSQL removes the oldest entries of one organization, up to the first one
// that stays, and raises the floor with them: the log never has a hole. The mark
// is locked first, as the relay does.
const trimLogSQL = `
WITH head AS (
  SELECT organization_id, floor FROM core.log_head WHERE organization_id = $1 FOR UPDATE
), oldest AS (
  SELECT e.seq, e.at < now() - $2::interval AS old FROM head h, LATERAL (
    SELECT seq, at FROM core.event_log WHERE organization_id = h.organization_id AND seq > h.floor ORDER BY seq LIMIT $3
  ) e
), bound AS (
  SELECT coalesce(min(seq) FILTER (WHERE NOT old) - 1, max(seq)) AS seq FROM oldest
), removed AS (
  DELETE FROM core.event_log l USING bound b
  WHERE l.organization_id = $1 AND l.seq <= b.seq RETURNING l.seq
), raised AS (
  UPDATE core.log_head SET floor = greatest(floor, (SELECT max(seq) FROM removed))
  WHERE organization_id = $1 AND EXISTS (SELECT FROM removed)
)
SELECT count(*) FROM removed`

const trimEffectsSQL = `
WITH removed AS (
  DELETE FROM core.effect WHERE id = ANY (ARRAY(
    SELECT id FROM core.effect WHERE state IN ('done', 'failed') AND finished < now() - $1::interval ORDER BY finished LIMIT $2))
  RETURNING id
)
SELECT count(*) FROM removed`

// trimReceived removes rows of a table that were received too long ago.
func trimReceived(table string) string {
	return `
WITH removed AS (
  DELETE FROM ` + table + ` WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM ` + table + ` WHERE received < now() - $1::interval ORDER BY received LIMIT $2))
  RETURNING 1
)
SELECT count(*) FROM removed`
}

// inBatches repeats a statement that removes at most batch rows until it finds
// fewer.
func (s *Keeper) inBatches(ctx context.Context, batch int, sql string, args ...any) (removed int64, err error) {
	for {
		var n int64
		if err := s.pool.QueryRow(ctx, sql, args...).Scan(&n); err != nil {
			return removed, s.pool.Failure(err)
		}
		removed += n
		if n < int64(batch) {
			return removed, nil
		}
	}
}
