package erasure

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Following finds records that refer by a field to records of an object which the erasure has
// erased already: those that name a record which is gone, and those that repeat the name of
// one that has lost it (schema.Field.Repeats). A record that Scrub or Expunge has done is not
// found again. It finds at most as many as limit, in no order.
func (s *Eraser) Following(ctx context.Context, e row.Erasure, object, field, target string, limit int) ([]row.Referring, error) {
	t, err := s.table(ctx, e.Organization, object)
	if err != nil {
		return nil, err
	}
	c := t.Column(field)
	due := "x.whole"
	if repeating := t.Object.Repeating(field); len(repeating) > 0 {
		var holds []string
		for _, name := range repeating {
			holds = append(holds, "t."+t.Column(name).Name+" IS NOT NULL")
		}
		due += " OR " + strings.Join(holds, " OR ") + " OR NOT EXISTS (SELECT FROM core.erased y WHERE y.organization_id = x.organization_id AND y.job_id = x.job_id AND y.record_id = t.id)"
	}
	in := finding{
		To: "x.record_id", Gone: "x.whole", From: t.Name + " t JOIN core.erased x ON " + refersTo(c, "x.record_id"),
		Where: "x.organization_id = $1::uuid AND x.job_id = $2::uuid AND x.object = $3 AND (" + due + ")",
	}
	return s.find(ctx, t, c, in, limit, string(e.Organization), string(e.Job), target)
}

// idPattern finds the ids in a text.
const idPattern = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"

// Mentioning finds records of which a field tells of records that are gone
// (schema.Field.Mentions), and which of those each tells of. It finds at most as many as
// limit, after a record, in the order of their ids.
func (s *Eraser) Mentioning(ctx context.Context, e row.Erasure, object, field string, after id.ID, limit int) (found []row.Mentioning, err error) {
	t, err := s.table(ctx, e.Organization, object)
	if err != nil {
		return nil, err
	}
	if after == "" {
		after = "00000000-0000-0000-0000-000000000000"
	}
	column := "t." + t.Column(field).Name
	rows, err := s.pool.Source(ctx).Query(ctx, `SELECT t.id::text, array_agg(DISTINCT x.record_id::text)
		FROM `+t.Name+` t, regexp_matches(`+column+`::text, '`+idPattern+`', 'g') m
		JOIN core.erased x ON x.record_id = m[1]::uuid
		WHERE x.organization_id = $1::uuid AND x.job_id = $2::uuid AND x.whole AND t.id <> x.job_id AND t.deleted_date IS NULL AND t.id > $3::uuid AND `+column+` IS NOT NULL
		GROUP BY t.id ORDER BY t.id LIMIT $4`, string(e.Organization), string(e.Job), string(after), limit)
	if err != nil {
		return nil, s.pool.Failure(err)
	}
	found, err = pgx.CollectRows(rows, pgx.RowToStructByPos[row.Mentioning])
	return found, s.pool.Failure(err)
}
