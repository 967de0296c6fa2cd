package organizations

import (
	"context"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/id"
	"switchboard/storage/pg/tables"
)

// Open lists the records of an object that are open (schema.Object.Open), by the
// organizations that have any.
func (s *Directory) Open(ctx context.Context, object string) (map[id.ID][]id.ID, error) {
	rows, err := s.pool.Query(ctx, "SELECT organization_id::text, id::text FROM core.open WHERE object = $1 ORDER BY id", object)
	if err != nil {
		return nil, s.pool.Failure(err)
	}
	open := map[id.ID][]id.ID{}
	var organization, record id.ID
	_, err = pgx.ForEachRow(rows, []any{&organization, &record}, func() error {
		open[organization] = append(open[organization], record)
		return nil
	})
	return open, s.pool.Failure(err)
}

// fillOpen brings the list of an organization's open records up to date.
func fillOpen(ctx context.Context, db executor, t *tables.Table, organization id.ID) error {
	o := t.Object
	if _, err := db.Exec(ctx, `DELETE FROM core.open o WHERE object = $1 AND organization_id = $2
		AND NOT EXISTS (SELECT FROM `+t.Name+` t WHERE t.id = o.id AND `+t.Opened(3)+`)`, o.APIName, string(organization), o.Open.Values); err != nil {
		return err
	}
	_, err := db.Exec(ctx, `INSERT INTO core.open (object, organization_id, id) SELECT $1, $2, id FROM `+t.Name+`
		WHERE `+t.Opened(3)+` ON CONFLICT DO NOTHING`, o.APIName, string(organization), o.Open.Values)
	return err
}
