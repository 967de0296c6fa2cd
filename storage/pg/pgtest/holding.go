package pgtest

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"
)

// Holding names the tables of a database in whose rows a text stands, of all schemas, the
// deepest corner of a JSON included.
func Holding(t testing.TB, dsn, text string) []string {
	t.Helper()
	found, err := holding(t.Context(), dsn, text)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func holding(ctx context.Context, dsn, text string) (found []string, err error) {
	conn, err := connect(ctx, dsn)
	if err != nil {
		return nil, err
	}
	defer func() { _ = conn.Close(ctx) }()
	rows, err := conn.Query(ctx, `SELECT format('%I.%I', n.nspname, c.relname) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE c.relkind = 'r' AND n.nspname NOT LIKE 'pg\_%' AND n.nspname <> 'information_schema' ORDER BY 1`)
	if err != nil {
		return nil, err
	}
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, err
	}
	for _, table := range tables {
		var holds bool
		if err := conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM "+table+" t WHERE strpos(t::text, $1) > 0)", text).Scan(&holds); err != nil {
			return nil, err
		}
		if holds {
			found = append(found, table)
		}
	}
	return found, nil
}
