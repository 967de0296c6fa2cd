package main

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	mathrand "math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/actors/features"
	"switchboard/cmd/child"
	"switchboard/cmd/measure"
	"switchboard/cmd/switchboard/demo"
	"switchboard/storage/pg"
	"switchboard/storage/pg/embedded"
	"switchboard/storage/pg/tables"
)

// startTimeout bounds the start of a server and the filling of its database.
const startTimeout = 10 * time.Minute

// world is everything that runs.
type world struct {
	settings

	dir               string
	database          *embedded.Server
	product, peer     *child.Process
	productAt, peerAt string
	bare              *bare
	tokens            map[string]string // by address
	boss              string            // the token of a superuser of the product
	contacts          []string          // ids of the product's contacts, unordered
	peers             []string          // and of the peer's
}

func (w *world) start(ctx context.Context) (err error) {
	if w.dir, err = os.MkdirTemp("", "recordbench-*"); err != nil {
		return err
	}
	if err = os.Chmod(w.dir, 0o711); err != nil { // the database's user enters it
		return err
	}
	w.database, err = embedded.Start(ctx, embedded.Config{
		DataDir: filepath.Join(w.dir, "postgres"), Logger: slog.New(slog.DiscardHandler),
		Settings: map[string]string{"max_connections": "100"},
	})
	if err != nil {
		return err
	}
	if w.productAt, err = measure.FreeAddress(); err != nil {
		return err
	}
	if w.peerAt, err = measure.FreeAddress(); err != nil {
		return err
	}
	if err := w.startProduct(ctx); err != nil {
		return err
	}
	if err := w.startPeer(ctx); err != nil {
		return err
	}
	w.peers = make([]string, w.rows)
	for to, from := range mathrand.Perm(w.rows) { //nolint:gosec // the order of requests is no secret
		w.peers[to] = peerContact(from)
	}
	if err := w.signIn(); err != nil {
		return err
	}
	w.bare, err = newBare(ctx, w)
	return err
}

// startProduct starts a node and creates its contacts.
func (w *world) startProduct(ctx context.Context) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	secret := make([]byte, 32)
	_, _ = rand.Read(secret) // never fails (crypto/rand since Go 1.24)
	w.product, err = child.Start(child.Program{
		Name: "product", Command: []string{self, "-node", w.productAt, "-dir", filepath.Join(w.dir, "node")}, Out: os.Stderr, Apart: true,
		Env: []string{databaseSetting + "=" + w.database.DSN(), secretSetting + "=" + base64.StdEncoding.EncodeToString(secret)},
	})
	if err != nil {
		return err
	}
	if err := await(ctx, w.product, w.productAt, "/readyz"); err != nil {
		return err
	}
	return w.fill(ctx)
}

// filling creates contacts of the organization %[2]s, owned by the user
// %[3]s: %[4]d of them at %[5]d companies, named by the expressions %[6]s and
// %[7]s.
const filling = `
INSERT INTO %[1]s.contact (id, organization_id, version, created_date, modified_date, created_by, modified_by, owner, name, first_name, last_name, company,
	phone, email, sms_opt_in, do_not_call, salesforce_id, address, time_zone, preferred_language)
SELECT gen_random_uuid(), '%[2]s', 1, at, at, '%[3]s', '%[3]s', '%[3]s', first || ' ' || last, first, last, 'Company ' || i %% %[5]d,
	jsonb_build_object('country_code', '+1', 'phone_number', '+1206' || lpad(i::text, 7, '0'), 'friendly_number', '', 'extension', ''),
	'c' || i || '@example.test', i %% 3 = 0, i %% 10 = 0, '003' || lpad(i::text, 12, '0'),
	'{"line1":"1 Pine Street","city":"Seattle","state":"WA","postal_code":"98101","country":"US"}', 'America/Los_Angeles', 'en'
FROM (SELECT i, timestamptz '2024-01-01' + i * interval '50 seconds' AS at, %[6]s AS first, %[7]s AS last FROM generate_series(1, %[4]d) i) n`

// index creates the indexes of the filled tables.
func index(ctx context.Context, dsn string) error {
	store, err := pg.Open(ctx, pg.Config{DSN: dsn, Registry: features.Registry(), Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	defer store.Close()
	return store.IndexLargeTables(ctx)
}

func (w *world) fill(ctx context.Context) error {
	conn, err := pgx.Connect(ctx, w.database.DSN())
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	own := tables.Quote(tables.SchemaOf(demo.Organization))
	admin := demo.Users()[0].ID
	for _, statement := range []string{
		fmt.Sprintf(filling, own, demo.Organization, admin, w.rows, w.companies(), w.nameScheme().first, w.nameScheme().last), "VACUUM ANALYZE " + own + ".contact",
	} {
		if _, err := conn.Exec(ctx, statement); err != nil {
			return fmt.Errorf("fill: %w", err)
		}
		if err := index(ctx, w.database.DSN()); err != nil { // otherwise it would happen during a measurement
			return fmt.Errorf("index: %w", err)
		}
	}
	rows, err := conn.Query(ctx, "SELECT id::text FROM "+own+".contact ORDER BY random()")
	if err == nil {
		w.contacts, err = pgx.CollectRows(rows, pgx.RowTo[string])
	}
	return err
}

// signIn signs the clients in: at the product as a user with a permission
// set, not as a superuser.
func (w *world) signIn() error {
	w.tokens = map[string]string{}
	var err error
	if w.boss, err = tokenOf(w.productAt, "/v1/oauth2/token", `{"username":"admin@demo.test","password":"`+demo.Password+`"}`); err != nil {
		return err
	}
	for _, in := range []struct{ addr, path, body string }{
		{w.productAt, "/v1/oauth2/token", `{"username":"supervisor@demo.test","password":"` + demo.Password + `"}`},
		{w.peerAt, "/api/collections/users/auth-with-password", `{"identity":"bench@demo.test","password":"switchboard"}`},
	} {
		if w.tokens[in.addr], err = tokenOf(in.addr, in.path, in.body); err != nil {
			return err
		}
	}
	return nil
}

// tokenOf signs in and returns the token.
func tokenOf(addr, path, body string) (string, error) {
	c, err := dial(addr, "")
	if err != nil {
		return "", err
	}
	defer c.close()
	raw, err := c.ask("POST", path, []byte(body))
	var out struct {
		AccessToken string `json:"access_token"`
		Token       string `json:"token"`
	}
	if err == nil {
		err = json.Unmarshal(raw, &out)
	}
	return out.AccessToken + out.Token, err // each returns one of them
}

// await waits until a server responds or ends.
func await(ctx context.Context, p *child.Process, addr, path string) error {
	late, tick := time.After(startTimeout), time.NewTicker(50*time.Millisecond)
	defer tick.Stop()
	for {
		if c, err := dial(addr, ""); err == nil {
			_, err = c.ask("GET", path, nil)
			c.close()
			if err == nil {
				return nil
			}
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return ctx.Err()
		case <-p.Ended:
			return fmt.Errorf("%s ended: %w", p.Name, p.Err)
		case <-late:
			return fmt.Errorf("%s does not start", p.Name)
		}
	}
}

// close ends everything and removes the folder.
func (w *world) close() error {
	if w.bare != nil {
		w.bare.close()
	}
	w.product.Kill()
	w.peer.Kill()
	var err error
	if w.database != nil {
		ctx, cancel := context.WithTimeout(context.Background(), startTimeout)
		defer cancel()
		err = w.database.Stop(ctx)
	}
	if w.dir != "" {
		err = errors.Join(err, os.RemoveAll(w.dir))
	}
	return err
}
