package main

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"

	"switchboard/cmd/switchboard/demo"
	"switchboard/storage/pg/tables"
	"switchboard/storage/waittest"
)

// served is a product that runs in a process of its own.
type served struct {
	t       *testing.T
	process *exec.Cmd
	lines   *bufio.Scanner
	seen    strings.Builder
	drained chan struct{}
}

func startProduct(t *testing.T, dir string) *served {
	t.Helper()
	s := &served{t: t, process: exec.CommandContext(t.Context(), os.Args[0], "serve")}
	s.process.Env = append(os.Environ(), asCommand+"=1", "SWITCHBOARD_DATA_DIR="+dir, "SWITCHBOARD_ADDR=127.0.0.1:0", "SWITCHBOARD_LOG_LEVEL=info")
	s.process.Cancel = func() error { return s.process.Process.Signal(syscall.SIGTERM) } // PostgreSQL ends with it
	log, err := s.process.StderrPipe()
	if err == nil {
		err = s.process.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	s.lines = bufio.NewScanner(log)
	return s
}

// until waits for a line of the log and returns what the expression's group
// matches.
func (s *served) until(line string) string {
	s.t.Helper()
	want := regexp.MustCompile(line)
	for s.lines.Scan() {
		if found := want.FindStringSubmatch(s.lines.Text()); found != nil {
			return found[len(found)-1]
		}
		s.seen.WriteString(s.lines.Text() + "\n")
	}
	s.t.Fatalf("the product ended without %q: %s", line, s.seen.String())
	return ""
}

// database connects to the database of the product.
func (s *served) database() *pgx.Conn {
	s.t.Helper()
	conn, err := pgx.Connect(s.t.Context(), s.until(`embedded database runs" dsn="?([^"]+[^" ])"?`))
	if err != nil {
		s.t.Fatal(err)
	}
	return conn
}

// drain reads the rest of the log, so that the product never waits for its reader.
func (s *served) drain() {
	s.drained = make(chan struct{})
	go func() {
		defer close(s.drained)
		for s.lines.Scan() {
			s.seen.WriteString(s.lines.Text() + "\n")
		}
	}()
}

// hasEnded reports whether a drained product has closed its log.
func (s *served) hasEnded() bool {
	select {
	case <-s.drained:
		return true
	default:
		return false
	}
}

func (s *served) end(with os.Signal) {
	s.t.Helper()
	if err := s.process.Process.Signal(with); err != nil {
		s.t.Fatal(err)
	}
	_ = s.process.Wait() // already killed
}

// A first start that is killed at any point is continued by the next one.
func TestAKilledFirstStartIsContinued(t *testing.T) {
	dir := t.TempDir()
	schema := pgx.Identifier{tables.SchemaOf(demo.Organization)}.Sanitize()
	holds := func(conn *pgx.Conn, condition string) bool {
		var is bool
		err := conn.QueryRow(t.Context(), "SELECT "+condition).Scan(&is)
		return err == nil && is // the queried tables may not exist yet
	}

	within := startProduct(t, dir)
	waittest.Until(t, "initdb to be at work", func() bool {
		found, err := filepath.Glob(filepath.Join(dir, "*", "*", "PG_VERSION"))
		more, _ := filepath.Glob(filepath.Join(dir, "*", "PG_VERSION"))
		return err == nil && len(found)+len(more) > 0
	})
	within.end(syscall.SIGKILL)

	// Between the organization and its settings: the moment is too short to
	// hit.
	between := startProduct(t, dir)
	conn := between.database()
	waittest.Until(t, "the organization", func() bool {
		return holds(conn, "EXISTS (SELECT FROM "+schema+".organization WHERE version > 1)")
	})
	if _, err := conn.Exec(t.Context(), "UPDATE "+schema+".organization SET version = 1, settings = jsonb_set(settings::jsonb, '{quiet_hours,enabled}', 'true')"); err != nil {
		t.Fatal(err)
	}
	between.end(syscall.SIGKILL)

	seeding := startProduct(t, dir)
	conn = seeding.database()
	waittest.Until(t, "the first contacts", func() bool { return holds(conn, "EXISTS (SELECT FROM "+schema+".contact)") })
	seeding.end(syscall.SIGKILL)

	last := startProduct(t, dir)
	conn = last.database()
	last.until("demo history stands")
	for what, condition := range map[string]string{
		"settings":      "(SELECT settings::jsonb->'quiet_hours'->>'enabled' = 'false' FROM " + schema + ".organization)",
		"contacts":      "(SELECT count(*) >= 1600 FROM " + schema + ".contact)",
		"notes":         "(SELECT count(*) >= 400 FROM " + schema + ".note)",
		"calls":         "(SELECT count(*) >= 600 FROM " + schema + ".call)",
		"conversations": "(SELECT count(*) >= 60 FROM " + schema + ".twilio_conversation)",
	} {
		if !holds(conn, condition) {
			t.Errorf("the demo lacks its %s", what)
		}
	}
	_ = conn.Close(t.Context())
	last.end(syscall.SIGTERM)
}
