package main

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/cmd/child"
	"switchboard/cmd/measure"
	"switchboard/cmd/switchboard/demo"
	"switchboard/storage/pg/embedded"
	"switchboard/storage/pg/tables"
	"switchboard/storage/wait"
)

// maxWait bounds every wait.
const maxWait = time.Minute

// world is everything that runs.
type world struct {
	dir           string
	database      *embedded.Server
	product       *child.Process
	at, figuresAt string // host and port
}

// start starts a node whose organization has that many agents in addition to
// the demo users.
func (w *world) start(ctx context.Context, agents int) (err error) {
	if w.dir, err = os.MkdirTemp("", "phonebench-*"); err != nil {
		return err
	}
	if err = os.Chmod(w.dir, 0o711); err != nil { // the database's user enters it
		return err
	}
	w.database, err = embedded.Start(ctx, embedded.Config{
		DataDir: filepath.Join(w.dir, "postgres"), Logger: slog.New(slog.DiscardHandler), Settings: map[string]string{"max_connections": "100"},
	})
	if err != nil {
		return err
	}
	for _, addr := range []*string{&w.at, &w.figuresAt} {
		if *addr, err = measure.FreeAddress(); err != nil {
			return err
		}
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	secret := make([]byte, 32)
	_, _ = rand.Read(secret) // never fails (crypto/rand since Go 1.24)
	w.product, err = child.Start(child.Program{
		Name: "node", Command: []string{self, "-node", w.at, "-figures", w.figuresAt, "-dir", filepath.Join(w.dir, "node")}, Out: os.Stderr, Apart: true,
		Env: []string{databaseSetting + "=" + w.database.DSN(), secretSetting + "=" + base64.StdEncoding.EncodeToString(secret)},
	})
	if err != nil {
		return err
	}
	if err := w.ready(ctx); err != nil {
		return err
	}
	return w.hire(ctx, agents)
}

// ready waits until the node responds or ends.
func (w *world) ready(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, maxWait)
	defer cancel()
	for wait.For(ctx, 50*time.Millisecond) {
		select {
		case <-w.product.Ended:
			return fmt.Errorf("the node ended: %w", w.product.Err)
		default:
		}
		if _, err := w.send(ctx, "", http.MethodGet, "/readyz", nil); err == nil {
			return nil
		}
	}
	return fmt.Errorf("the node does not start: %w", ctx.Err())
}

// Agents are copies of a demo agent, with the same password: no invitations
// are needed.
const (
	copyAccounts = `INSERT INTO core.account (id, email, password_hash)
SELECT gen_random_uuid(), 'phone' || i || '@demo.test', password_hash FROM core.account, generate_series(1, $1) i WHERE email = 'agent1@demo.test'`
	copyMembers = `INSERT INTO core.membership (id, account_id, organization_id)
SELECT gen_random_uuid(), id, $1 FROM core.account WHERE email LIKE 'phone%@demo.test'`
	copyUsers = `INSERT INTO %[1]s."user" (%[2]s) SELECT %[2]s FROM (SELECT (jsonb_populate_record(u,
	jsonb_build_object('id', m.id, 'account', a.id, 'email', a.email, 'name', 'Agent ' || a.email, 'extension', NULL))).*
FROM %[1]s."user" u, core.account a JOIN core.membership m ON m.account_id = a.id WHERE u.email = 'agent1@demo.test' AND a.email LIKE 'phone%%@demo.test') copies`
	// settable are the columns that are not computed.
	settable = `SELECT string_agg(quote_ident(attname), ', ') FROM pg_attribute
WHERE attrelid = '%s."user"'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`
)

func (w *world) hire(ctx context.Context, agents int) error {
	conn, err := pgx.Connect(ctx, w.database.DSN())
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	own := tables.Quote(tables.SchemaOf(demo.Organization))
	var columns string
	if err := conn.QueryRow(ctx, fmt.Sprintf(settable, own)).Scan(&columns); err != nil {
		return fmt.Errorf("agents: %w", err)
	}
	for _, one := range []struct {
		text string
		args []any
	}{{copyAccounts, []any{agents}}, {copyMembers, []any{demo.Organization}}, {fmt.Sprintf(copyUsers, own, columns), nil}} {
		if _, err := conn.Exec(ctx, one.text, one.args...); err != nil {
			return fmt.Errorf("agents: %w", err)
		}
	}
	return nil
}

// use is the node's resource usage.
type use struct{ resident, heap, seconds float64 }

// use asks the node to collect garbage, and reads what is left.
func (w *world) use(ctx context.Context) (u use, err error) {
	if err := w.product.Signal(syscall.SIGUSR2); err != nil {
		return u, err
	}
	wait.For(ctx, 1500*time.Millisecond) // there is no signal for the end of a collection
	f, err := w.figures(ctx)
	return use{f["process_resident_memory_bytes"], f["go_memstats_heap_alloc_bytes"], f["process_cpu_seconds_total"]}, err
}

// close ends everything and removes the folder.
func (w *world) close() (err error) {
	w.product.Kill()
	if w.database != nil {
		ctx, cancel := context.WithTimeout(context.Background(), maxWait)
		defer cancel()
		err = w.database.Stop(ctx)
	}
	if w.dir != "" {
		err = errors.Join(err, os.RemoveAll(w.dir))
	}
	return err
}
