package records

import (
	"context"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/id"
	"switchboard/storage/row"
)

// CountWritten counts the records that a request created, changed or removed, as the history knows.
func (s *Reader) CountWritten(ctx context.Context, organization id.ID, r row.WrittenRequest) (count int64, err error) {
	err = s.pool.Source(ctx).QueryRow(ctx, `SELECT count(DISTINCT record_id) FROM core.record_change
		WHERE organization_id = $1::uuid AND object = $2 AND request_id = $3 AND at >= $4 AND version > 0`,
		string(organization), r.Object, r.Request, r.Since).Scan(&count)
	return count, s.pool.Failure(err)
}

// Written reads what a request made of records, by the records' ids.
func (s *Reader) Written(ctx context.Context, organization id.ID, r row.WrittenRequest) ([]row.Written, error) {
	rows, err := s.pool.Source(ctx).Query(ctx, `SELECT c.record_id::text, c.op, c.version, ARRAY(
			SELECT DISTINCT name FROM core.record_change mine, jsonb_object_keys(coalesce(mine.after, mine.before, '{}')) name
			WHERE mine.organization_id = c.organization_id AND mine.record_id = c.record_id AND mine.version >= c.version AND mine.request_id = c.request_id
				AND NOT EXISTS (SELECT FROM core.record_change later WHERE later.organization_id = c.organization_id AND later.record_id = c.record_id
					AND later.version > c.version AND later.request_id <> c.request_id AND (later.after ? name OR later.before ? name))
			ORDER BY 1),
			EXISTS (SELECT FROM core.record_change later WHERE later.organization_id = c.organization_id AND later.record_id = c.record_id
				AND later.version > c.version AND later.request_id <> c.request_id)
		FROM (SELECT DISTINCT ON (record_id) * FROM core.record_change
			WHERE organization_id = $1::uuid AND object = $2 AND request_id = $3 AND at >= $4 AND version > 0 AND ($5 = '' OR record_id > nullif($5, '')::uuid)
			ORDER BY record_id, version LIMIT $6) c ORDER BY c.record_id`,
		string(organization), r.Object, r.Request, r.Since, string(r.After), r.Limit)
	if err != nil {
		return nil, s.pool.Failure(err)
	}
	out, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (one row.Written, err error) {
		return one, r.Scan(&one.ID, &one.Op, &one.Version, &one.Fields, &one.Since)
	})
	return out, s.pool.Failure(err)
}
