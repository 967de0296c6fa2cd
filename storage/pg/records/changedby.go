package records

import (
	"context"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/id"
	"switchboard/storage/row"
)

// CountChangedBy counts the records whose fields a request changed, as the history knows, and
// gives their object; "" for none.
func (s *Reader) CountChangedBy(ctx context.Context, organization id.ID, request string) (object string, count int64, err error) {
	err = s.pool.Source(ctx).QueryRow(ctx, `SELECT coalesce(min(object), ''), count(DISTINCT record_id) FROM core.record_change
		WHERE organization_id = $1::uuid AND request_id = $2 AND op = 'updated' AND version > 0`, string(organization), request).Scan(&object, &count)
	return object, count, s.pool.Failure(err)
}

// ChangedBy reads what a request changed, by the records' ids after one, "" for the first: the
// version of each change and those of its fields that no later change touched.
func (s *Reader) ChangedBy(ctx context.Context, organization id.ID, request string, after id.ID, limit int) ([]row.ChangedBy, error) {
	rows, err := s.pool.Source(ctx).Query(ctx, `SELECT c.record_id::text, c.version, ARRAY(
			SELECT name FROM jsonb_object_keys(coalesce(c.after, c.before, '{}')) name WHERE NOT EXISTS (
				SELECT FROM core.record_change later WHERE later.organization_id = c.organization_id AND later.record_id = c.record_id
					AND later.version > c.version AND (later.after ? name OR later.before ? name)) ORDER BY 1)
		FROM (SELECT DISTINCT ON (record_id) * FROM core.record_change
			WHERE organization_id = $1::uuid AND request_id = $2 AND op = 'updated' AND version > 0 AND ($3 = '' OR record_id > nullif($3, '')::uuid)
			ORDER BY record_id, version LIMIT $4) c ORDER BY c.record_id`, string(organization), request, string(after), limit)
	if err != nil {
		return nil, s.pool.Failure(err)
	}
	out, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (one row.ChangedBy, err error) {
		return one, r.Scan(&one.ID, &one.Version, &one.Fields)
	})
	return out, s.pool.Failure(err)
}
