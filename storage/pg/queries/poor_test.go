package queries_test

import (
	"context"
	"log/slog"
	"net/url"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"switchboard/actors/features"
	"switchboard/cmd/storetest"
	"switchboard/storage/id"
	"switchboard/storage/logtest"
	"switchboard/storage/pg"
	"switchboard/storage/pg/pool"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
)

// Where the database's user may make no roles, queries are answered all the same, by a
// transaction that can only read, and the log says what is missing.
func TestADatabaseUserWhoMakesNoRoles(t *testing.T) {
	t.Parallel()
	rich, dsn := storetest.WithDSN(t)
	org := storetest.Organization
	put(t, rich, org, "contact", row.Fields{"name": "Ann"})
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	name := tables.Quote("poor_" + id.New().Compact())
	do := func(statement string) {
		if _, err := conn.Exec(context.Background(), statement); err != nil {
			t.Errorf("%s: %v", statement, err)
		}
	}
	do("CREATE ROLE " + name + " LOGIN")
	t.Cleanup(func() {
		do("DROP OWNED BY " + name)
		do("DROP ROLE " + name)
		_ = conn.Close(context.Background())
	})
	for _, schemaName := range []string{tables.CoreSchema, tables.Quote(tables.SchemaOf(org))} {
		do("GRANT USAGE ON SCHEMA " + schemaName + " TO " + name)
		do("GRANT ALL ON ALL TABLES IN SCHEMA " + schemaName + " TO " + name)
	}
	logs := &logtest.Text{}
	address, err := url.Parse(dsn)
	if err != nil {
		t.Fatal(err)
	}
	address.User = url.User(strings.Trim(name, `"`))
	poor, err := pg.Open(t.Context(), pg.Config{DSN: address.String(), MaxConns: 3, Registry: features.Registry(), Logger: slog.New(slog.NewTextHandler(logs, nil))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(poor.Close)
	boss := principal(t, poor, org, true)
	rows, err := run(t, poor, boss, "SELECT name FROM contact")
	if err != nil || len(rows) != 1 || string(rows[0]) != `{"name":"Ann"}` {
		t.Errorf("%s %v", rows, err)
	}
	if !strings.Contains(logs.String(), "may make no roles") {
		t.Errorf("the log says nothing of it: %s", logs.String())
	}
	if n, err := poor.Unrestricted(t.Context()); n != 1 || err != nil {
		t.Errorf("%d organizations are asked under the user's own rights: %v", n, err)
	}
	if n, err := rich.Unrestricted(t.Context()); n != 0 || err != nil {
		t.Errorf("%d organizations of a user who makes roles are asked under his own rights: %v", n, err)
	}
	if _, err := poor.Bare(t.Context(), org, "SELECT nextval('core.audit')::text", 1, true); !pool.Is(err, privileges, readOnly) {
		t.Error(err)
	}
}
