package examples_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"switchboard/cmd/switchboard/app"
	"switchboard/cmd/switchboard/config"
	"switchboard/cmd/switchboard/demo"
	"switchboard/storage/pg/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// patience bounds every wait; no test asserts a time.
const patience = 20 * time.Second

// product is a running Switchboard with the demo organization.
type product struct {
	t       *testing.T
	dsn     string
	origins []string
	url     string
	main    *app.Main
}

// start runs the product; pages of the origins may connect. Python's WebSockets name
// the address they dial as their origin, as pages do.
func start(t *testing.T, origins ...string) *product {
	t.Helper()
	p := &product{t: t, dsn: pgtest.OpenEmpty(t), origins: origins}
	p.run("127.0.0.1:0")
	t.Cleanup(p.stop)
	return p
}

// run starts the product with a data directory of its own, that is with new keys.
func (p *product) run(addr string) {
	p.t.Helper()
	c := config.Config{Addr: addr, DataDir: p.t.TempDir(), DatabaseURL: p.dsn, Simulator: config.InProcess, AllowedOrigins: p.origins, LogLevel: slog.LevelWarn}
	m := app.New(c, slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: c.LogLevel})), "test")
	m.Demo = true
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

// host is the address the product listens on.
func (p *product) host() string { return strings.TrimPrefix(p.url, "http://") }

// person is somebody who uses REST.
type person struct {
	product *product
	token   string
}

func (p *product) signIn(user string) *person {
	p.t.Helper()
	one := &person{product: p}
	var tokens struct {
		AccessToken string `json:"access_token"`
	}
	one.request(http.MethodPost, "/v1/oauth2/token", map[string]string{"username": user, "password": demo.Password}, &tokens)
	one.token = tokens.AccessToken
	return one
}

// request sends JSON, expects success, and decodes the answer into reply, which may
// be nil.
func (o *person) request(method, path string, body, reply any) {
	t := o.product.t
	t.Helper()
	raw, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(t.Context(), method, o.product.url+path, bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	if o.token != "" {
		request.Header.Set("Authorization", "Bearer "+o.token)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	answer, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode >= http.StatusMultipleChoices {
		t.Fatalf("%s %s: %d %s (%v)", method, path, response.StatusCode, answer, err)
	}
	if reply != nil {
		if err := json.Unmarshal(answer, reply); err != nil {
			t.Fatalf("%s %s: %v in %s", method, path, err, answer)
		}
	}
}

// contact makes a contact and gives its id.
func (o *person) contact(name string) string {
	o.product.t.Helper()
	var made []struct{ ID string }
	o.request(http.MethodPost, "/v1/object/contact", []map[string]string{{"name": name}}, &made)
	return made[0].ID
}

func (o *person) rename(contact, name string) {
	o.product.t.Helper()
	o.request(http.MethodPatch, "/v1/object/contact", []map[string]string{{"id": contact, "name": name}}, nil)
}

// me gives the person's id.
func (o *person) me() string {
	o.product.t.Helper()
	var answer struct{ User struct{ ID string } }
	o.request(http.MethodGet, "/v1/me", nil, &answer)
	return answer.User.ID
}
