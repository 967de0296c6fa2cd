package pgtest

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/pg/embedded"
)

// environment names a server to use instead of an embedded one. Its user must
// be allowed to create databases.
const environment = "SWITCHBOARD_TEST_DATABASE_URL"

// server is where this process has its databases. All of them bear the
// process's token, on which it holds an advisory lock: a token without a lock
// belongs to a run that was killed.
type server struct {
	base     *url.URL
	token    string
	embedded *embedded.Server
	dir      *folder
	count    atomic.Int64

	mu    sync.Mutex // of admin, which serves one caller at a time
	admin *pgx.Conn
}

var shared struct {
	sync.Mutex
	server *server
	err    error
}

// theServer starts the server the first time it is asked for.
func theServer() (*server, error) {
	shared.Lock()
	defer shared.Unlock()
	if shared.server == nil && shared.err == nil {
		shared.server, shared.err = newServer()
	}
	return shared.server, shared.err
}

func newServer() (_ *server, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*timeout)
	defer cancel()
	s := &server{}
	defer func() {
		if err != nil {
			_ = s.stop(ctx)
		}
	}()
	dsn := os.Getenv(environment)
	if dsn == "" {
		if dsn, err = s.startEmbedded(ctx); err != nil {
			return nil, err
		}
	}
	if s.base, err = url.Parse(dsn); err != nil || s.base.Scheme == "" {
		return nil, fmt.Errorf("%s is not a postgres:// address", environment)
	}
	if s.admin, err = connect(ctx, dsn); err != nil {
		return nil, err
	}
	var random [4]byte
	if _, err := rand.Read(random[:]); err != nil {
		return nil, fmt.Errorf("cannot make a token: %w", err)
	}
	s.token = hex.EncodeToString(random[:])
	if _, err := s.admin.Exec(ctx, "select pg_advisory_lock($1)", lockKey(s.token)); err != nil {
		return nil, fmt.Errorf("cannot lock the token: %w", err)
	}
	return s, s.sweep(ctx)
}

func (s *server) startEmbedded(ctx context.Context) (string, error) {
	var err error
	if s.dir, err = newFolder(); err != nil {
		return "", err
	}
	s.embedded, err = embedded.Start(ctx, embedded.Config{
		DataDir:     s.dir.path,
		NodeModules: nodeModules(),
		Volatile:    true,
		Settings:    map[string]string{"autovacuum": "off", "max_connections": "200", "shared_buffers": "64MB"},
	})
	if err != nil {
		return "", err
	}
	return s.embedded.DSN(), nil
}

// dsn is the address of one of the server's databases.
func (s *server) dsn(name string) string {
	address := *s.base
	address.Path = "/" + name
	return address.String()
}

// create makes a database as a copy of another.
func (s *server) create(ctx context.Context, from string) (string, error) {
	name := fmt.Sprintf("pgtest_%s_%d", s.token, s.count.Add(1))
	statement := "create database " + name + " template " + from
	if from == "template0" {
		statement += " encoding 'UTF8'"
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := s.admin.Exec(ctx, statement); err != nil {
		return "", fmt.Errorf("cannot create a database: %w", err)
	}
	return name, nil
}

// drop removes a database. Connections that its test left open are an error.
func (s *server) drop(ctx context.Context, name string) error {
	leaked := s.awaitIdle(ctx, name)
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := s.admin.Exec(ctx, "drop database "+name+" with (force)"); err != nil {
		return errors.Join(leaked, fmt.Errorf("cannot drop the database: %w", err))
	}
	return leaked
}

// awaitIdle waits until nobody is connected to the database: a session ends on
// the server a moment after its client has closed it.
func (s *server) awaitIdle(ctx context.Context, name string) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	ticker := time.NewTicker(2 * time.Millisecond)
	defer ticker.Stop()
	for {
		open, last, err := s.sessions(ctx, name)
		if err != nil {
			return err
		}
		if open == 0 {
			return nil
		}
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return fmt.Errorf("%d connections were left open; the last statement of one: %s", open, last)
		}
	}
}

func (s *server) sessions(ctx context.Context, name string) (open int, last string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	// The query itself must outlive the timeout, or the connection would be lost with it.
	err = s.admin.QueryRow(context.WithoutCancel(ctx), `
		select count(*), coalesce(max(query), '') from pg_stat_activity
		where datname = $1 and backend_type = 'client backend'`, name).Scan(&open, &last)
	if err != nil {
		return 0, "", fmt.Errorf("cannot count the connections: %w", err)
	}
	return open, last, nil
}

// ownName is the form of every database made here.
var ownName = regexp.MustCompile(`^pgtest_([0-9a-f]{8})_[0-9]+$`)

// sweep drops what runs that are gone left on a server that was given to us.
func (s *server) sweep(ctx context.Context) error {
	rows, err := s.admin.Query(ctx, "select datname from pg_database where datname like 'pgtest\\_%'")
	if err != nil {
		return fmt.Errorf("cannot list databases: %w", err)
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("cannot list databases: %w", err)
	}
	for _, name := range names {
		match := ownName.FindStringSubmatch(name)
		if match == nil || match[1] == s.token {
			continue
		}
		if err := s.dropAbandoned(ctx, name, lockKey(match[1])); err != nil {
			return err
		}
	}
	return nil
}

func (s *server) dropAbandoned(ctx context.Context, name string, key int64) error {
	var abandoned bool
	if err := s.admin.QueryRow(ctx, "select pg_try_advisory_lock($1)", key).Scan(&abandoned); err != nil {
		return fmt.Errorf("cannot ask for a lock: %w", err)
	}
	if !abandoned {
		return nil
	}
	_, err := s.admin.Exec(ctx, "drop database if exists "+name+" with (force)")
	_, unlockErr := s.admin.Exec(ctx, "select pg_advisory_unlock($1)", key)
	if err := errors.Join(err, unlockErr); err != nil {
		return fmt.Errorf("cannot drop a database that a killed run left: %w", err)
	}
	return nil
}

// lockKey is the advisory lock of a token, in a range of its own.
func lockKey(token string) int64 {
	n, err := strconv.ParseUint(token, 16, 32)
	if err != nil {
		panic("pgtest: a token is eight hexadecimal digits: " + err.Error())
	}
	const space = 0x7067_7465 // "pgte"
	return int64(binary.BigEndian.Uint64(binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, space), uint32(n))))
}

// shutdown drops the templates and stops the server, if one was started.
func shutdown() error {
	shared.Lock()
	defer shared.Unlock()
	if shared.server == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	err := shared.server.stop(ctx)
	shared.server, shared.err = nil, errors.New("the test server was stopped")
	return err
}

func (s *server) stop(ctx context.Context) error {
	var problems []error
	if s.admin != nil {
		if s.embedded == nil {
			problems = append(problems, s.dropTemplates(ctx))
		}
		problems = append(problems, s.admin.Close(ctx))
	}
	if s.embedded != nil {
		problems = append(problems, s.embedded.Stop(ctx))
	}
	if s.dir != nil {
		problems = append(problems, s.dir.remove())
	}
	return errors.Join(problems...)
}

func (s *server) dropTemplates(ctx context.Context) error {
	templates.Lock()
	defer templates.Unlock()
	var problems []error
	for _, tpl := range templates.byName {
		if strings.HasPrefix(tpl.name, "pgtest_"+s.token+"_") { // another server's are not ours
			problems = append(problems, s.drop(ctx, tpl.name))
		}
	}
	return errors.Join(problems...)
}
