package main

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/pg/pgtest"
)

// A refused organization leaves nothing behind, and a deleted one neither.
func TestOrganizationsAreMadeWhollyAndDeletedWholly(t *testing.T) {
	dsn, dir := pgtest.OpenEmpty(t), t.TempDir()
	run := func(input string, wantCode int, words ...string) (stdout, stderr string) {
		t.Helper()
		stdout, stderr, code := command(t, []string{"DATABASE_URL=" + dsn, "SWITCHBOARD_DATA_DIR=" + dir, asInput + input}, words...)
		if code != wantCode {
			t.Fatalf("%s ended with %d, want %d: %q, %q", strings.Join(words, " "), code, wantCode, stdout, stderr)
		}
		return strings.TrimSpace(stdout), strings.TrimSpace(stderr)
	}
	says := func(text, want string) {
		t.Helper()
		if !strings.Contains(text, want) || strings.Contains(text, "\n") {
			t.Errorf("%q is not one line with %q", text, want)
		}
	}
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(t.Context()) })
	count := func(what string, want int) {
		t.Helper()
		var n int
		if err := conn.QueryRow(t.Context(), "SELECT count(*) FROM "+what).Scan(&n); err != nil || n != want {
			t.Errorf("%s: %d, want %d: %v", what, n, want, err)
		}
	}

	first, _ := run("a long password\n", 0, "organization", "create", "Ours", "root@ours.test", "Root")
	var before int
	if err := conn.QueryRow(t.Context(), "SELECT count(*) FROM pg_namespace").Scan(&before); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		_, stderr := run("weak\n", 1, "organization", "create", "Theirs", "boss@theirs.test", "Boss")
		says(stderr, "The password must have at least 8 characters")
	}
	_, stderr := run("a long password\n", 1, "organization", "create", "Theirs", "no address", "Boss")
	says(stderr, "no organization was made")
	// What only the last step refuses is cleaned up.
	if _, err := conn.Exec(t.Context(), `CREATE FUNCTION core.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no more'; END $$;
		CREATE TRIGGER refuse BEFORE INSERT ON core.membership FOR EACH ROW EXECUTE FUNCTION core.refuse()`); err != nil {
		t.Fatal(err)
	}
	run("a long password\n", 1, "organization", "create", "Theirs", "boss@theirs.test", "Boss")
	if _, err := conn.Exec(t.Context(), "DROP FUNCTION core.refuse() CASCADE"); err != nil {
		t.Fatal(err)
	}
	count("core.organization", 1)
	count("core.account", 1)
	count("pg_namespace", before)

	second, _ := run("a long password\n", 0, "organization", "create", "Theirs", "boss@theirs.test", "Boss")
	count("core.organization", 2)
	list, _ := run("", 0, "organization", "list")
	if lines := strings.Split(list, "\n"); len(lines) != 2 || !strings.HasPrefix(lines[0], first) || !strings.HasSuffix(lines[1], "Theirs") {
		t.Errorf("list: %q", list)
	}

	_, stderr = run("", 1, "organization", "delete", "--yes", "Ours")
	says(stderr, "It can't be deleted.")
	_, stderr = run("", 1, "organization", "delete", "--yes", "Nobody")
	says(stderr, "There is no organization")
	_, stderr = run("Others\n", 1, "organization", "delete", second)
	says(stderr, "nothing was deleted")
	count("core.organization", 2)
	if stdout, _ := run("Theirs\n", 0, "organization", "delete", second); stdout != "deleted "+second {
		t.Errorf("delete: %q", stdout)
	}
	count("pg_namespace", before)
	count("core.account", 1)
	for _, table := range []string{"core.organization", "core.membership"} {
		count(table, 1)
	}
	for _, table := range []string{"outbox", "event_log", "effect", "record_change", "record_change_since", "log_head"} {
		count("core."+table+" WHERE organization_id = '"+second+"'", 0)
	}
	run("a long password\n", 0, "organization", "create", "Theirs", "boss@theirs.test", "Boss")
}
