package pgtest

import (
	"context"
	"fmt"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// timeout bounds each single step on the server; generous, since tests of
// several packages share two cores.
const timeout = 3 * time.Minute

// Build fills a new, empty database that tests then get copies of.
type Build func(ctx context.Context, dsn string) error

var templates = struct {
	sync.Mutex
	byName map[string]*template
	latest string
}{byName: map[string]*template{}}

type template struct {
	build Build
	once  sync.Once
	name  string // of the database
	err   error
}

// SetTemplate names what Open copies from now on. Build runs once per process,
// at the first Open that needs it; setting a known name again only selects it.
func SetTemplate(name string, build Build) {
	templates.Lock()
	defer templates.Unlock()
	if templates.byName[name] == nil {
		templates.byName[name] = &template{build: build}
	}
	templates.latest = name
}

// Open returns the connection string of a fresh database, a copy of the
// template that was set last, or empty when none was. The database is dropped
// when the test ends; the test fails when a connection is still open then.
func Open(t testing.TB) string {
	t.Helper()
	templates.Lock()
	source := templates.byName[templates.latest]
	templates.Unlock()
	return open(t, source)
}

// OpenEmpty returns the connection string of a fresh database without any
// template's content, for tests of migrations.
func OpenEmpty(t testing.TB) string {
	t.Helper()
	return open(t, nil)
}

func open(t testing.TB, source *template) string {
	t.Helper()
	server, err := theServer()
	if err != nil {
		t.Fatalf("pgtest: %v", err)
	}
	from := "template0"
	if source != nil {
		if from, err = source.database(server); err != nil {
			t.Fatalf("pgtest: %v", err)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	name, err := server.create(ctx, from)
	if err != nil {
		t.Fatalf("pgtest: %v", err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), timeout)
		defer cancel()
		if err := server.drop(ctx, name); err != nil {
			t.Errorf("pgtest: %v", err)
		}
	})
	return server.dsn(name)
}

// database builds the template the first time.
func (tpl *template) database(server *server) (string, error) {
	tpl.once.Do(func() {
		ctx, cancel := context.WithTimeout(context.Background(), timeout)
		defer cancel()
		tpl.name, tpl.err = server.create(ctx, "template0")
		if tpl.err != nil {
			return
		}
		if err := tpl.build(ctx, server.dsn(tpl.name)); err != nil {
			tpl.err = fmt.Errorf("cannot build the template: %w", err)
			return
		}
		tpl.err = server.awaitIdle(ctx, tpl.name)
	})
	return tpl.name, tpl.err
}

// Main runs a package's tests, stops the server and exits. Use it as the only
// line of TestMain.
func Main(m *testing.M) { os.Exit(Wrap(m).Run()) }

// Runner is what goleak.VerifyTestMain takes.
type Runner interface{ Run() int }

// Wrap is m whose Run also stops the server, for a TestMain that counts
// goroutines: goleak.VerifyTestMain(pgtest.Wrap(m)).
func Wrap(m Runner) Runner { return wrapped{m} }

type wrapped struct{ tests Runner }

func (w wrapped) Run() int {
	code := w.tests.Run()
	if err := shutdown(); err != nil {
		fmt.Fprintln(os.Stderr, "pgtest:", err)
		return max(code, 1)
	}
	return code
}

// connect opens one connection for administration.
func connect(ctx context.Context, dsn string) (*pgx.Conn, error) {
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return nil, fmt.Errorf("cannot connect to the test server: %w", err)
	}
	return conn, nil
}
