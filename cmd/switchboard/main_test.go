package main

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/pg/pgtest"
)

// asCommand makes this test's own program the product's.
const asCommand = "SWITCHBOARD_TEST_AS_COMMAND"

func TestMain(m *testing.M) {
	if os.Getenv(asCommand) != "" {
		main()
		return
	}
	pgtest.Main(m)
}

// What looks at the database says in one line that it has not been migrated, and what to do.
func TestADatabaseThatIsNotMigrated(t *testing.T) {
	dsn, dir := pgtest.OpenEmpty(t), t.TempDir()
	run := func(words ...string) (stdout, stderr string, code int) {
		t.Helper()
		var out, failed strings.Builder
		c := exec.CommandContext(t.Context(), os.Args[0], words...)
		c.Env = append(os.Environ(), asCommand+"=1", "DATABASE_URL="+dsn, "SWITCHBOARD_DATA_DIR="+dir, "SWITCHBOARD_LOG_LEVEL=warn")
		c.Stdout, c.Stderr = &out, &failed
		err := c.Run()
		exit, ended := errors.AsType[*exec.ExitError](err)
		if err != nil && !ended {
			t.Fatal(err)
		}
		if ended {
			code = exit.ExitCode()
		}
		return out.String(), failed.String(), code
	}
	refused := func(want string) {
		t.Helper()
		for _, words := range [][]string{{"keys"}, {"doctor", "database"}} {
			stdout, stderr, code := run(words...)
			if code != 1 || stdout != "" || stderr != want {
				t.Errorf("%s ended with %d: %q, %q", strings.Join(words, " "), code, stdout, stderr)
			}
		}
	}
	const remedy = ": run `switchboard migrate`, or start the product, which does it too\n"
	refused("switchboard: the database was never migrated" + remedy)
	if _, stderr, code := run("migrate"); code != 0 {
		t.Fatalf("migrate ended with %d: %s", code, stderr)
	}
	for words, want := range map[string]string{"keys": "all encrypted fields are sealed by the first key", "doctor database": "ok    queries"} {
		if stdout, stderr, code := run(strings.Fields(words)...); code != 0 || !strings.HasPrefix(stdout, want) {
			t.Errorf("%s of a migrated database ended with %d: %q, %q", words, code, stdout, stderr)
		}
	}

	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	if _, err = conn.Exec(t.Context(), "DELETE FROM core.schema_version WHERE version_id IN (20, 30)"); err != nil {
		t.Fatal(err)
	}
	if err := conn.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	refused("switchboard: the database is of an older release and lacks 2 of its migrations" + remedy)
}
