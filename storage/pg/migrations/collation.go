package migrations

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// refreshOrder rebuilds the indexes of texts after an update of ICU, which may order them in
// another way than the one the indexes were built in. Until then lists would miss records.
func (s *Migrator) refreshOrder(ctx context.Context, conn *pgx.Conn) error {
	var isOld bool
	err := conn.QueryRow(ctx, `SELECT collversion IS DISTINCT FROM pg_collation_actual_version(oid)
		FROM pg_collation WHERE oid = 'search.words'::regcollation`).Scan(&isOld)
	if err != nil || !isOld {
		return err
	}
	// A row per index of a table, of those whose expressions use the collation.
	rows, err := conn.Query(ctx, `SELECT DISTINCT x.indexrelid::regclass::text
		FROM pg_depend d JOIN pg_index x ON x.indexrelid = d.objid
		WHERE d.classid = 'pg_class'::regclass AND d.refclassid = 'pg_collation'::regclass AND d.refobjid = 'search.words'::regcollation`)
	if err != nil {
		return err
	}
	indexes, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	s.pool.Log.InfoContext(ctx, "ICU was updated: rebuilding the indexes of texts", "indexes", len(indexes))
	for _, name := range indexes {
		if err := s.patiently(ctx, conn, "REINDEX INDEX CONCURRENTLY "+name); err != nil {
			return err
		}
	}
	_, err = conn.Exec(ctx, "ALTER COLLATION search.words REFRESH VERSION")
	return err
}
