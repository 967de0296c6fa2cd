package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"

	"switchboard/cmd/switchboard/config"
	"switchboard/storage/waittest"
)

// contents are the digests of all rows of the tables in which people's work is, by table.
func contents(t *testing.T, conn *pgx.Conn) map[string]string {
	t.Helper()
	rows, err := conn.Query(t.Context(), `SELECT format('%I.%I', n.nspname, c.relname) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND (n.nspname LIKE 'org\_%' OR n.nspname = 'core')`)
	if err != nil {
		t.Fatal(err)
	}
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, table := range tables {
		var digest string
		err := conn.QueryRow(t.Context(), "SELECT count(*) || ' ' || coalesce(md5(string_agg(md5(x::text), '' ORDER BY md5(x::text))), '') FROM "+table+" x").Scan(&digest)
		if err != nil {
			t.Fatal(err)
		}
		out[table] = digest
	}
	return out
}

// files are the digests of the files in a directory, by path.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(filepath.Join(dir, path))
		out[path] = fmt.Sprintf("%x", sha256.Sum256(content))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// writing commits numbers, one after the other, until the returned function is called; it returns
// the last that was committed.
func writing(t *testing.T, conn *pgx.Conn) (committed func() int, stop func()) {
	t.Helper()
	if _, err := conn.Exec(t.Context(), "CREATE TABLE public.load (n int PRIMARY KEY, pad text)"); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var mu sync.Mutex
	var last int
	var wait sync.WaitGroup
	wait.Go(func() {
		for n := 1; ctx.Err() == nil; n++ {
			if _, err := conn.Exec(t.Context(), "INSERT INTO public.load VALUES ($1::int, repeat(md5($1::int::text), 100))", n); err != nil {
				t.Error(err)
				return
			}
			mu.Lock()
			last = n
			mu.Unlock()
		}
	})
	return func() int {
		mu.Lock()
		defer mu.Unlock()
		return last
	}, func() { cancel(); wait.Wait() }
}

// A backup that is made while the product works is restored as the product was: every row, every
// file and the key. What was committed before the backup ended is there, and nothing in parts.
func TestABackupIsRestored(t *testing.T) {
	dir, repository := t.TempDir(), filepath.Join(t.TempDir(), "backup")
	settings := []string{"SWITCHBOARD_DATA_DIR=" + dir, "SWITCHBOARD_BACKUP_PASSPHRASE=correct horse"}
	first := startProduct(t, dir)
	conn := first.database()
	first.until("demo history stands")
	first.drain()
	if err := os.MkdirAll(filepath.Join(dir, "files", "org"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "files", "org", "one"), bytes.Repeat([]byte("file"), 1<<18), 0o600); err != nil {
		t.Fatal(err)
	}
	other, err := pgx.ConnectConfig(t.Context(), conn.Config())
	if err != nil {
		t.Fatal(err)
	}
	committed, stop := writing(t, other)
	run := func(settings []string, want string, words ...string) string {
		t.Helper()
		out, failed, code := command(t, settings, words...)
		if is := code == 0; is != (want == "") || !strings.Contains(failed, want) {
			t.Errorf("%v ended with %d: %s%s, want %q", words, code, out, failed, want)
		}
		return out
	}
	run(settings, "", "backup", "create", repository)
	waittest.Until(t, "more changes", func() bool { return committed() > 50 })
	before := committed()
	run(settings, "", "backup", "create", repository)
	after := committed()
	stop()

	// While nobody writes, all rows are compared.
	var want map[string]string
	waittest.Until(t, "a backup during which nothing changed", func() bool {
		was := contents(t, conn)
		run(settings, "", "backup", "create", repository)
		want = contents(t, conn)
		return maps.Equal(was, want)
	})
	kept := files(t, filepath.Join(dir, "files"))
	key, err := os.ReadFile(filepath.Join(dir, "secret.key"))
	if err != nil {
		t.Fatal(err)
	}
	first.end(syscall.SIGTERM)

	list := strings.Split(strings.TrimSpace(run(settings, "", "backup", "list", repository)), "\n")
	if len(list) < 4 || !strings.Contains(list[1], "database, files, key") {
		t.Fatalf("the list is %q", list)
	}
	restored := t.TempDir()
	into := []string{"SWITCHBOARD_DATA_DIR=" + restored, "SWITCHBOARD_BACKUP_PASSPHRASE=correct horse"}
	run(into[:1], "the passphrase does not open this backup", "restore", repository)
	run(append(into, "SWITCHBOARD_BACKUP_PASSPHRASE=wrong"), "the passphrase does not open this backup", "restore", repository)
	run(into, "there is no snapshot", "restore", repository, "--snapshot", "20260101")
	run(into, "", "restore", repository)
	run(into, "holds a database", "restore", repository)
	second := startProduct(t, restored)
	conn = second.database()
	if got := contents(t, conn); !maps.Equal(got, want) {
		for table := range want {
			if got[table] != want[table] {
				t.Errorf("%s has %s, not %s", table, got[table], want[table])
			}
		}
	}
	second.drain()
	if got := files(t, filepath.Join(restored, "files")); !maps.Equal(got, kept) || len(got) == 0 {
		t.Errorf("the files are %v, not %v", got, kept)
	}
	if got, err := os.ReadFile(filepath.Join(restored, "secret.key")); err != nil || !bytes.Equal(got, key) {
		t.Errorf("the key is another: %v", err)
	}
	second.end(syscall.SIGTERM)
	former, err := config.Config{DataDir: dir}.LoadKeys()
	if err != nil {
		t.Fatal(err)
	}
	now, err := config.Config{DataDir: restored}.LoadKeys()
	if err != nil || !bytes.Equal(former.Accounts, now.Accounts) || bytes.Equal(former.Resume, now.Resume) {
		t.Errorf("sessions go on and positions in the log do not: %v", err)
	}

	// The snapshot that was made under load.
	name := strings.Fields(list[2])[0]
	loaded := t.TempDir()
	run([]string{"SWITCHBOARD_DATA_DIR=" + loaded, settings[1]}, "", "restore", repository, "--snapshot", name)
	third := startProduct(t, loaded)
	conn = third.database()
	var count, most, damaged int
	err = conn.QueryRow(t.Context(), "SELECT count(*), max(n), count(*) FILTER (WHERE pad <> repeat(md5(n::text), 100)) FROM public.load").Scan(&count, &most, &damaged)
	if err != nil || count != most || damaged != 0 || count < before || count > after+1 {
		t.Errorf("%d rows up to %d, %d of them damaged, %v; %d were committed when it began and %d when it had ended", count, most, damaged, err, before, after)
	}
	third.drain()
	third.end(syscall.SIGTERM)
	run(settings, "", "backup", "check", repository)
}

// A backup that is killed is no backup; the next one is, and prune removes what the first left.
func TestAKilledBackupIsNone(t *testing.T) {
	dir, repository := t.TempDir(), filepath.Join(t.TempDir(), "backup")
	settings := []string{"SWITCHBOARD_DATA_DIR=" + dir}
	product := startProduct(t, dir)
	product.until("embedded database runs")
	product.until(`msg=listening`)
	product.drain()
	defer product.end(syscall.SIGTERM)

	killed := exec.CommandContext(t.Context(), os.Args[0], "backup", "create", repository)
	killed.Env = append(append(os.Environ(), asCommand+"=1"), settings...)
	if err := killed.Start(); err != nil {
		t.Fatal(err)
	}
	waittest.Until(t, "the backup to begin", func() bool {
		locks, err := filepath.Glob(filepath.Join(repository, "locks", "*"))
		return err == nil && len(locks) > 0
	})
	if err := killed.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		t.Fatal(err)
	}
	_ = killed.Wait() // killed
	if out, failed, code := command(t, settings, "backup", "list", repository); code != 0 || strings.Count(out, "\n") != 1 {
		t.Skipf("the backup was faster than its end: %s%s", out, failed)
	}
	if out, failed, code := command(t, settings, "backup", "create", repository); code != 0 {
		t.Fatalf("the next backup ended with %d: %s%s", code, out, failed)
	}
	if out, failed, code := command(t, settings, "backup", "check", repository); code != 0 {
		t.Errorf("its check ended with %d: %s%s", code, out, failed)
	}
	if _, failed, code := command(t, settings, "backup", "prune", repository); code == 0 || !strings.Contains(failed, "another backup or prune works here") {
		t.Errorf("pruned during a backup that may be at work: %d %s", code, failed)
	}
}
