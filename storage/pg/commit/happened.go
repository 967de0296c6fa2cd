package commit

import (
	"context"
	"fmt"

	"switchboard/storage/id"
	"switchboard/storage/origin"
	"switchboard/storage/row"
)

// Happened adds to the audit what changed no record, in the transaction of the context where
// there is one. Where it comes from is the context's (storage/origin).
func (s *Committer) Happened(ctx context.Context, h row.Happening) error {
	from := origin.Of(ctx)
	about, err := asJSON(h.Fields)
	if err != nil {
		return fmt.Errorf("what happened with %s: %w", h.Object, err)
	}
	if h.Record == "" {
		h.Record = id.New()
	}
	exec := s.pool.Exec
	if t := s.pool.Transaction(ctx); t != nil {
		exec = t.Conn.Exec
	}
	_, err = exec(ctx, `INSERT INTO core.record_change (organization_id, record_id, version, at, object, op, actor, cause, via, address, request_id, before, after, audit)
		VALUES ($1::uuid, $2::uuid, 0, date_trunc('milliseconds', now()), $3, $4, nullif($5, '')::uuid, $6, $7, $8, $9, CASE WHEN $10::text IS NOT NULL THEN '{}'::jsonb END, $10::jsonb, nextval('core.audit'))`,
		string(h.Organization), string(h.Record), h.Object, string(row.Happened), string(h.Actor), h.Cause, from.Via, from.Address, from.Request, about)
	return s.pool.Failure(err)
}
