package cluster_test

import (
	"bufio"
	"context"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"switchboard/storage/pg/embedded"
	"switchboard/storage/waittest"
)

// database is a PostgreSQL that can be restarted under its clients.
type database struct {
	config embedded.Config
	server *embedded.Server
	pool   *pgxpool.Pool // of the tests
}

// nodeRole returns the database user of a node, which identifies its
// sessions.
func nodeRole(node int) string { return fmt.Sprintf("node%d", node) }

func startDatabase(t testing.TB, dir string) *database {
	t.Helper()
	d := &database{config: embedded.Config{
		DataDir: dir, NodeModules: []string{filepath.Join(root(t), ".cache", "postgres", "node_modules")},
		Volatile: true, Logger: slog.New(slog.DiscardHandler),
		// Files are not synced, since the machine does not fail here; but
		// acknowledged writes survive every crash of the server's processes.
		Settings: map[string]string{"synchronous_commit": "on", "max_connections": "200", "shared_buffers": "64MB"},
	}}
	d.start(t)
	var err error
	if d.pool, err = pgxpool.New(t.Context(), d.server.DSN()); err != nil {
		t.Fatal(err)
	}
	for node := range nodes {
		if _, err := d.pool.Exec(t.Context(), "create role "+nodeRole(node)+" superuser login"); err != nil {
			t.Fatal(err)
		}
	}
	return d
}

func (d *database) start(t testing.TB) {
	t.Helper()
	server, err := embedded.Start(context.WithoutCancel(t.Context()), d.config)
	if err != nil {
		t.Fatalf("PostgreSQL: %v", err)
	}
	d.server = server
}

// dsn returns a node's address of the database.
func (d *database) dsn(node int) string {
	return strings.Replace(d.server.DSN(), "postgres://switchboard@", "postgres://"+nodeRole(node)+"@", 1)
}

// restart restarts the server: fast ends every session and writes a
// checkpoint; otherwise the server's processes are killed and it recovers.
func (d *database) restart(t testing.TB, fast bool) {
	t.Helper()
	before := d.server.DSN()
	ctx, cancel := context.WithTimeout(context.Background(), maxWait)
	defer cancel()
	if !fast {
		cancel()
	}
	if err := d.server.Stop(ctx); err != nil && fast {
		t.Fatalf("PostgreSQL: %v", err)
	}
	d.start(t)
	if d.server.DSN() != before {
		t.Fatalf("PostgreSQL moved to %s", d.server.DSN())
	}
}

// leader returns the node whose relay holds the lock, -1 for none.
func (d *database) leader(ctx context.Context) (int, error) {
	var user string
	err := d.pool.QueryRow(ctx, `select coalesce(max(a.usename), '') from pg_locks l join pg_stat_activity a using (pid)
		where l.locktype = 'advisory' and l.granted and a.application_name = 'switchboard relay'`).Scan(&user)
	if err != nil {
		return -1, err
	}
	for node := range nodes {
		if user == nodeRole(node) {
			return node, nil
		}
	}
	return -1, nil
}

// query reads rows, and retries while the database is unavailable.
func query[T any](t testing.TB, d *database, scan pgx.RowToFunc[T], sql string, args ...any) []T {
	t.Helper()
	var out []T
	waittest.UntilNil(t, "a query", func() error {
		rows, err := d.pool.Query(t.Context(), sql, args...)
		if err != nil {
			return err
		}
		out, err = pgx.CollectRows(rows, scan)
		return err
	})
	return out
}

// redisServer is a Redis without persistence.
type redisServer struct {
	addr, dir string
	process   *process
}

func startRedis(t testing.TB, dir string) *redisServer {
	t.Helper()
	r := &redisServer{addr: freeAddress(t), dir: dir}
	r.start(t)
	return r
}

func (r *redisServer) start(t testing.TB) {
	t.Helper()
	_, port, err := net.SplitHostPort(r.addr)
	if err != nil {
		t.Fatal(err)
	}
	r.process = launch(t, "redis", nil, "redis-server", "--bind", "127.0.0.1", "--port", port,
		"--save", "", "--appendonly", "no", "--dir", r.dir)
	waittest.UntilNil(t, "Redis", func() error { return r.say("PING", "+PONG") })
}

// say sends one command of one word.
func (r *redisServer) say(command, want string) error {
	conn, err := net.DialTimeout("tcp", r.addr, time.Second)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	if err := conn.SetDeadline(time.Now().Add(time.Second)); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(conn, "%s\r\n", command); err != nil {
		return err
	}
	line, err := bufio.NewReader(conn).ReadString('\n')
	if err == nil && strings.TrimSpace(line) != want {
		return fmt.Errorf("%s was answered with %q", command, line)
	}
	return err
}

// kill ends Redis with all its data.
func (r *redisServer) kill(t testing.TB) {
	t.Helper()
	r.process.signal(t, syscall.SIGKILL)
	_ = r.process.wait(t)
}

// freeAddress returns an unused loopback address.
func freeAddress(t testing.TB) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	return listener.Addr().String()
}

// root returns the module's folder.
func root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			t.Fatal("no go.mod above")
		}
		dir = filepath.Dir(dir)
	}
}
