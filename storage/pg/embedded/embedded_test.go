package embedded_test

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/pg/embedded"
)

func start(t *testing.T, cfg embedded.Config) *embedded.Server {
	t.Helper()
	server, err := embedded.Start(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stop(t, server) })
	return server
}

func stop(t *testing.T, server *embedded.Server) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := server.Stop(ctx); err != nil {
		t.Error(err)
	}
}

// query runs one statement and returns its only value as text.
func query(t *testing.T, dsn, sql string) string {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	var value string
	if err := conn.QueryRow(t.Context(), sql).Scan(&value); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return value
}

func mustExec(t *testing.T, dsn, sql string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	if _, err := conn.Exec(t.Context(), sql); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

func TestRestartKeepsData(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	first := start(t, embedded.Config{DataDir: dir})
	mustExec(t, first.DSN(), "create table kept as select 'here' as value")
	stop(t, first)
	select {
	case <-first.Done():
	default:
		t.Error("Done is open after Stop")
	}

	second := start(t, embedded.Config{DataDir: dir})
	if got := query(t, second.DSN(), "select value from kept"); got != "here" {
		t.Errorf("after a restart: %q", got)
	}
}

func TestSettings(t *testing.T) {
	server := start(t, embedded.Config{
		DataDir:  t.TempDir(),
		Settings: map[string]string{"max_connections": "17"},
	})
	for name, want := range map[string]string{
		"fsync": "on", "synchronous_commit": "on", "full_page_writes": "on",
		"listen_addresses": "", "timezone": "UTC", "server_encoding": "UTF8", "max_connections": "17",
	} {
		if got := query(t, server.DSN(), "show "+name); got != want {
			t.Errorf("%s = %q, want %q", name, got, want)
		}
	}
	// Letters beyond ASCII have case, or searches would miss names.
	if got := query(t, server.DSN(), "select lower('ÄÖÉ')"); got != "äöé" {
		t.Errorf("lower = %q", got)
	}
	if got := query(t, server.DSN(), "select count(*)::text from pg_available_extensions where name in ('pg_trgm', 'btree_gin')"); got != "2" {
		t.Errorf("extensions the product needs: %s of 2", got)
	}
}

func TestSecondStartIsRefused(t *testing.T) {
	dir := t.TempDir()
	server := start(t, embedded.Config{DataDir: dir})
	_, err := embedded.Start(t.Context(), embedded.Config{DataDir: dir})
	if err == nil || !strings.Contains(err.Error(), "already in use by process") {
		t.Fatalf("second start: %v", err)
	}
	if got := query(t, server.DSN(), "select 'alive'"); got != "alive" {
		t.Error("the refused start disturbed the first")
	}
}

// A program that is killed takes its server along; a new one starts at once on
// the same directory, and what was committed is there.
func TestKilledProgram(t *testing.T) {
	dir := t.TempDir()
	for round := range 3 {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), childDir+"="+dir)
		input, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		defer input.Close()
		output, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		dsn, err := bufio.NewReader(output).ReadString('\n')
		dsn = strings.TrimSpace(dsn)
		if err != nil || !strings.HasPrefix(dsn, "postgres://") {
			_ = cmd.Process.Kill()
			t.Fatalf("child: %q %v", dsn, err)
		}
		if round == 0 {
			mustExec(t, dsn, "create table committed (n int)")
		}
		mustExec(t, dsn, "insert into committed select count(*) from committed")
		if err := cmd.Process.Signal(syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait()
	}
	server := start(t, embedded.Config{DataDir: dir})
	if got := query(t, server.DSN(), "select string_agg(n::text, ',' order by n) from committed"); got != "0,1,2" {
		t.Errorf("committed before the kills: %s", got)
	}
}

func TestServerDeathIsSeen(t *testing.T) {
	server, err := embedded.Start(t.Context(), embedded.Config{DataDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(t.Context(), server.DSN())
	if err != nil {
		t.Fatal(err)
	}
	// The server's own word for "end this postmaster" from SQL is a signal to it.
	var pid int
	if err := conn.QueryRow(t.Context(), "select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int").Scan(&pid); err != nil {
		t.Fatal(err)
	}
	_ = conn.Close(t.Context())
	if err := syscall.Kill(pid, syscall.SIGQUIT); err != nil {
		t.Fatal(err)
	}
	select {
	case <-server.Done():
	case <-time.After(time.Minute):
		t.Fatal("Done stays open though the server is gone")
	}
	if err := server.Stop(t.Context()); err == nil {
		t.Error("Stop says nothing about a server that ended by itself")
	}
}

func TestForeignFolderIsLeftAlone(t *testing.T) {
	dir := t.TempDir()
	precious := filepath.Join(dir, "cluster", "precious")
	if err := os.MkdirAll(filepath.Dir(precious), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(precious, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := embedded.Start(t.Context(), embedded.Config{DataDir: dir})
	if err == nil || !strings.Contains(err.Error(), "left untouched") {
		t.Fatalf("start: %v", err)
	}
	if text, err := os.ReadFile(precious); err != nil || string(text) != "mine" {
		t.Errorf("the file is now %q, %v", text, err)
	}
}

func TestUnfinishedClusterIsMadeAnew(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "cluster.new", "base"), 0o700); err != nil {
		t.Fatal(err)
	}
	// initdb was killed, and the server that it ran still writes for a moment.
	left := exec.Command("sh", "-c", "i=0; while [ $i -lt 60 ]; do i=$((i+1)); mkdir -p base/$i; sleep 0.001; done")
	left.Dir = filepath.Join(dir, "cluster.new")
	if err := left.Start(); err != nil {
		t.Fatal(err)
	}
	reaped := make(chan error, 1)
	go func() { reaped <- left.Wait() }()
	server := start(t, embedded.Config{DataDir: dir})
	if got := query(t, server.DSN(), "select 'alive'"); got != "alive" {
		t.Error(got)
	}
	if err := <-reaped; err != nil {
		t.Errorf("the start did not wait for what initdb left: %v", err)
	}
}

func TestNewerClusterIsRefused(t *testing.T) {
	dir := t.TempDir()
	version := filepath.Join(dir, "cluster", "PG_VERSION")
	if err := os.MkdirAll(filepath.Dir(version), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(version, []byte("99\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := embedded.Start(t.Context(), embedded.Config{DataDir: dir})
	if err == nil || !strings.Contains(err.Error(), "the cluster was made by 99") {
		t.Fatalf("start: %v", err)
	}
}

func TestBrokenBinariesAreSkipped(t *testing.T) {
	broken := t.TempDir()
	for name, script := range map[string]string{
		"postgres": "#!/bin/sh\necho 'postgres (PostgreSQL) 99.1'\n",
		"initdb":   "#!/bin/sh\necho 'no share files here'\nexit 1\n",
	} {
		if err := os.WriteFile(filepath.Join(broken, name), []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	none := []string{t.TempDir()}
	_, err := embedded.Start(t.Context(), embedded.Config{DataDir: t.TempDir(), BinDirs: []string{broken}, NodeModules: none})
	if err == nil || !strings.Contains(err.Error(), "no share files here") {
		t.Errorf("only broken ones: %v", err)
	}
	_, err = embedded.Start(t.Context(), embedded.Config{DataDir: t.TempDir(), BinDirs: none, NodeModules: none})
	if err == nil || !strings.Contains(err.Error(), "DATABASE_URL") {
		t.Errorf("none at all: %v", err)
	}
}

func TestLongPath(t *testing.T) {
	dir := filepath.Join(t.TempDir(), strings.Repeat("long/", 40))
	server := start(t, embedded.Config{DataDir: dir})
	if got := query(t, server.DSN(), "select 'alive'"); got != "alive" {
		t.Error(got)
	}
}

// After a container's restart the number in PostgreSQL's lock file often
// belongs to some other program.
func TestStaleLockFileOfPostgreSQL(t *testing.T) {
	dir := t.TempDir()
	stop(t, start(t, embedded.Config{DataDir: dir}))
	stale := filepath.Join(dir, "cluster", "postmaster.pid")
	for _, text := range []string{"1\n" + filepath.Dir(stale) + "\n", ""} { // the second was cut short
		if err := os.WriteFile(stale, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		server := start(t, embedded.Config{DataDir: dir})
		if got := query(t, server.DSN(), "select 'alive'"); got != "alive" {
			t.Error(got)
		}
		stop(t, server)
	}
}
