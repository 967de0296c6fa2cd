package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/pg/pgtest"
)

// asCommand makes this test binary run as the product.
const asCommand = "SWITCHBOARD_TEST_AS_COMMAND"

// asInput is the prefix of the setting with the program's standard input.
const asInput = "SWITCHBOARD_TEST_INPUT="

func TestMain(m *testing.M) {
	if os.Getenv(asCommand) != "" {
		main()
		return
	}
	pgtest.Main(m)
}

// command runs the product's program with settings and arguments.
func command(t *testing.T, settings []string, words ...string) (stdout, stderr string, code int) {
	t.Helper()
	var out, failed strings.Builder
	c := exec.CommandContext(t.Context(), os.Args[0], words...)
	c.Env = append(append(os.Environ(), asCommand+"=1", "SWITCHBOARD_LOG_LEVEL=warn"), settings...)
	c.Stdout, c.Stderr = &out, &failed
	for _, setting := range settings {
		if text, ok := strings.CutPrefix(setting, asInput); ok {
			c.Stdin = strings.NewReader(text)
		}
	}
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

// Commands that read the database report in one line that it has not been
// migrated, and what to do.
func TestADatabaseThatIsNotMigrated(t *testing.T) {
	dsn, dir := pgtest.OpenEmpty(t), t.TempDir()
	run := func(words ...string) (stdout, stderr string, code int) {
		t.Helper()
		return command(t, []string{"DATABASE_URL=" + dsn, "SWITCHBOARD_DATA_DIR=" + dir}, words...)
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

// A start that would write data that does not match the stored data says so,
// and what to do.
func TestAStartThatDoesNotFitTheDatabaseIsRefused(t *testing.T) {
	dsn, dir := pgtest.OpenEmpty(t), t.TempDir()
	run := func(want int, says string, words ...string) {
		t.Helper()
		stdout, stderr, code := command(t, []string{"DATABASE_URL=" + dsn, "SWITCHBOARD_DATA_DIR=" + dir, "SWITCHBOARD_ADDR=127.0.0.1:0",
			"SWITCHBOARD_SMTP_URL=smtp://127.0.0.1:1", "SWITCHBOARD_MAIL_FROM=desk@acme.test"}, words...)
		if code != want || !strings.Contains(stdout+stderr, says) {
			t.Errorf("%v ended with %d, want %d and %q: %s%s", words, code, want, says, stdout, stderr)
		}
	}
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.WithoutCancel(t.Context())) })
	exec := func(text string, args ...any) {
		t.Helper()
		if _, err := conn.Exec(t.Context(), text, args...); err != nil {
			t.Fatal(err)
		}
	}
	run(0, "", "migrate")

	secret, kept := filepath.Join(dir, "secret.key"), filepath.Join(dir, "kept")
	if err := os.Rename(secret, kept); err != nil {
		t.Fatal(err)
	}
	for _, words := range []string{"serve", "keys", "migrate"} {
		run(1, secret+" is missing, but the database is in use: restore the file", words)
	}
	if _, err := os.Stat(secret); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("another secret was made: %v", err)
	}
	if err := os.Rename(kept, secret); err != nil {
		t.Fatal(err)
	}

	run(0, "", "organization", "create", "--invite", "Acme", "ada@acme.test", "Ada")
	run(0, "all encrypted fields", "keys")
	var schema string
	if err := conn.QueryRow(t.Context(), "SELECT schema_name FROM core.organization").Scan(&schema); err != nil {
		t.Fatal(err)
	}
	exec(`INSERT INTO ` + pgx.Identifier{schema}.Sanitize() + `.auth_credential (id, organization_id, name, api_key, created_date, modified_date)
		SELECT gen_random_uuid(), id, 'CRM', 'sealed:00c0ffee.AAAA', now(), now() FROM core.organization`)
	exec("DELETE FROM core.field_key") // of a release that stored no keys
	run(1, "no key opens 1 value\n", "keys")
	run(1, "1 value of an encrypted field was sealed with a key that is not configured: restore secret.key", "serve")
	run(0, "1 value that no key opens no longer stops the start", "keys", "--accept-loss")
	run(0, "no key opens 1 value\n", "keys")

	exec("INSERT INTO core.schema_version (version_id, is_applied) VALUES (9999, true)")
	for _, words := range []string{"serve", "keys", "migrate"} {
		run(1, "the database is of a newer release and has 1 migration that this one does not know (up to 9999)", words)
	}
}

// A misspelled setting stops the start; the current settings can be printed;
// durations in JSON logs have units.
func TestSettingsOfTheCommandLine(t *testing.T) {
	_, stderr, code := command(t, []string{"SWITCHBOARD_ADRR=:1"}, "serve")
	if code != 1 || !strings.Contains(stderr, "SWITCHBOARD_ADRR: there is no such setting; the nearest is SWITCHBOARD_ADDR.") {
		t.Errorf("a misspelled setting ended with %d: %s", code, stderr)
	}
	stdout, stderr, code := command(t, nil, "config")
	if code != 0 || !strings.Contains(stdout, "SWITCHBOARD_ADDR=127.0.0.1:8080  (default)\n") || !strings.Contains(stdout, "SWITCHBOARD_LOG_LEVEL=warn\n") {
		t.Errorf("config ended with %d: %s%s", code, stdout, stderr)
	}
	dsn := pgtest.OpenEmpty(t)
	_, stderr, code = command(t, []string{"DATABASE_URL=" + dsn, "SWITCHBOARD_DATA_DIR=" + t.TempDir(), "SWITCHBOARD_LOG_FORMAT=json", "SWITCHBOARD_LOG_LEVEL=info"}, "migrate")
	if code != 0 || !regexp.MustCompile(`"took":"[0-9.]+(ms|µs|s)"`).MatchString(stderr) {
		t.Errorf("migrate ended with %d: %s", code, stderr)
	}
}

func TestTheBannerOffersCustomersWhereTheyAreSimulated(t *testing.T) {
	simulated, wired := banner("http://127.0.0.1:8080", "secret", true), banner("http://127.0.0.1:8080", "secret", false)
	for _, want := range []string{"is at http://127.0.0.1:8080\n", "password: secret\n", "http://127.0.0.1:8080/?try=call\n", "http://127.0.0.1:8080/?try=text\n"} {
		if !strings.Contains(simulated, want) {
			t.Errorf("the banner lacks %q: %s", want, simulated)
		}
	}
	if strings.Contains(wired, "try=") || !strings.Contains(wired, "password: secret") {
		t.Errorf("with a real phone network the banner is %s", wired)
	}
}
