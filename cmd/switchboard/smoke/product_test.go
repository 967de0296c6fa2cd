package smoke_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"testing"

	"switchboard/cmd/switchboard/app"
	"switchboard/cmd/switchboard/config"
	"switchboard/cmd/switchboard/demo"
	"switchboard/storage/pg/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// product is a running Switchboard with the demo organization.
type product struct {
	t      *testing.T
	dsn    string
	dir    string
	url    string
	main   *app.Main
	change func(*app.Main)
}

// start runs the product on a database of its own; change may take parts away.
func start(t *testing.T, change func(*app.Main)) *product {
	t.Helper()
	p := &product{t: t, dsn: pgtest.OpenEmpty(t), dir: t.TempDir(), change: change}
	p.run("127.0.0.1:0")
	t.Cleanup(p.stop)
	return p
}

// run starts a process's worth of the product at the address.
func (p *product) run(addr string) {
	p.t.Helper()
	c := config.Config{Addr: addr, DataDir: p.dir, DatabaseURL: p.dsn, Simulator: config.InProcess, MetricsAddr: "127.0.0.1:0", LogLevel: slog.LevelWarn}
	m := app.New(c, slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: c.LogLevel})), "test")
	m.Demo = true
	if p.change != nil {
		p.change(m)
	}
	p.main = m
	if err := m.Run(p.t.Context()); err != nil {
		p.stop()
		p.t.Fatalf("start: %v", err)
	}
	p.url = m.URL()
}

func (p *product) stop() {
	if p.main == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := p.main.Close(ctx); err != nil {
		p.t.Errorf("close: %v", err)
	}
	p.main = nil
}

// restart ends the product and starts it again on the same database, data
// directory and address.
func (p *product) restart() {
	p.t.Helper()
	p.stop()
	p.run(strings.TrimPrefix(p.url, "http://"))
}

// desk is one signed-in person.
type desk struct {
	t       *testing.T
	product *product
	token   string
	browser *socket // which is open while the person is there
	// spy is shown every request with its answer, headers included; nil for none.
	spy func(request, answer string)
}

func (p *product) signIn(user string) *desk {
	p.t.Helper()
	var tokens struct {
		AccessToken string `json:"access_token"`
	}
	d := &desk{t: p.t, product: p}
	if status := d.request(http.MethodPost, "/v1/oauth2/token", map[string]string{"username": user + "@demo.test", "password": demo.Password}, &tokens); status != http.StatusOK {
		p.t.Fatalf("sign-in of %s: %d", user, status)
	}
	d.token = tokens.AccessToken
	return d
}

// request sends JSON and decodes the answer into reply, which may be nil.
func (d *desk) request(method, path string, body, reply any) int {
	d.t.Helper()
	var reader io.Reader
	sent := method + " " + path
	if body != nil {
		raw, err := json.Marshal(body)
		if err != nil {
			d.t.Fatal(err)
		}
		sent += " " + string(raw)
		reader = bytes.NewReader(raw)
	}
	request, err := http.NewRequestWithContext(d.t.Context(), method, d.product.url+path, reader)
	if err != nil {
		d.t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	if d.token != "" {
		request.Header.Set("Authorization", "Bearer "+d.token)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		d.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	raw, err := io.ReadAll(response.Body)
	if err != nil {
		d.t.Fatal(err)
	}
	if d.spy != nil {
		d.spy(sent, fmt.Sprint(response.StatusCode, response.Header, string(raw)))
	}
	if reply != nil && response.StatusCode < http.StatusMultipleChoices {
		if err := json.Unmarshal(raw, reply); err != nil {
			d.t.Fatalf("%s %s: %v in %s", method, path, err, raw)
		}
	}
	if response.StatusCode >= http.StatusInternalServerError {
		d.t.Errorf("%s %s: %d %s", method, path, response.StatusCode, strings.TrimSpace(string(raw)))
	}
	return response.StatusCode
}
