package relay

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/entry"
	"switchboard/storage/eventlog"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg/pool"
)

// maxLogRead bounds one Read.
const maxLogRead = 5000

// eventLog is the log as readers see it.
type eventLog struct{ pool *pool.Pool }

var _ eventlog.Log = eventLog{}

// NewLog returns the log of all organizations.
func NewLog(db *pool.Pool) eventlog.Log { return eventLog{db} }

// readLogSQL takes marks and entries in one snapshot, so that the retention
// can't pass between them. An organization without an entry has no marks.
const readLogSQL = `
SELECT h.seq, h.floor, e.seq, e.entry
FROM core.log_head h
LEFT JOIN LATERAL (
  SELECT seq, entry FROM core.event_log
  WHERE organization_id = h.organization_id AND seq > $2 ORDER BY seq LIMIT $3
) e ON true
WHERE h.organization_id = $1
ORDER BY e.seq`

// Read implements eventlog.Log. ok is false, too, for a place beyond the head:
// it belongs to another history of this database. At most 5,000 entries come at
// once; one that can't be decoded comes empty, with its seq.
func (l eventLog) Read(ctx context.Context, organization id.ID, after int64, limit int) (entries []entry.Entry, ok bool, err error) {
	if after < 0 || limit <= 0 {
		return nil, false, fault.New(fault.Malformed, "A place in the log is not negative, and a limit is above 0.")
	}
	rows, err := l.pool.Query(ctx, readLogSQL, string(organization), after, min(limit, maxLogRead))
	if err != nil {
		return nil, false, l.pool.Failure(err)
	}
	defer rows.Close()
	var head, floor int64
	for rows.Next() {
		var seq *int64
		var raw []byte
		if err := rows.Scan(&head, &floor, &seq, &raw); err != nil {
			return nil, false, l.pool.Failure(err)
		}
		if seq == nil {
			continue
		}
		e, err := decodeEntry(organization, *seq, raw)
		if err != nil {
			l.pool.Log.ErrorContext(ctx, "an entry of the log is unreadable", "organization", organization, "seq", *seq, "error", err)
		}
		entries = append(entries, e)
	}
	if err := rows.Err(); err != nil {
		return nil, false, l.pool.Failure(err)
	}
	if after < floor || after > head {
		return nil, false, nil
	}
	return entries, true, nil
}

// Head implements eventlog.Log.
func (l eventLog) Head(ctx context.Context, organization id.ID) (int64, error) {
	var seq int64
	err := l.pool.QueryRow(ctx, "SELECT seq FROM core.log_head WHERE organization_id = $1", string(organization)).Scan(&seq)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return 0, l.pool.Failure(err)
	}
	return seq, nil
}
