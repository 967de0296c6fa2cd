package main

import (
	"context"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"switchboard/cmd/conformance/token"
	"switchboard/hub/sockettest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// mount serves an application until the test ends.
func mount(t *testing.T, app application) string {
	t.Helper()
	server := httptest.NewServer(app)
	t.Cleanup(func() {
		app.Close()
		server.Close()
	})
	return strings.Replace(server.URL, "http", "ws", 1) + sockettest.Path
}

type client struct {
	t  *testing.T
	ws sockettest.Conn
}

// dial opens a link and reads its handshake.
func dial(t *testing.T, target string) *client {
	t.Helper()
	ws, err := sockettest.Dial(t.Context(), target, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ws.CloseNow() })
	c := &client{t, ws}
	if text := c.read(); text[0] != '0' {
		t.Fatalf("handshake %q", text)
	}
	return c
}

// connect signs in and returns the packets up to the reply to CONNECT.
func connect(t *testing.T, target, auth string) (*client, []string) {
	t.Helper()
	c := dial(t, target)
	c.write("40" + auth)
	var answers []string
	for {
		text := c.read()
		answers = append(answers, text)
		if strings.HasPrefix(text, "40") || strings.HasPrefix(text, "44") {
			return c, answers
		}
	}
}

func (c *client) read() string {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(c.t.Context(), 20*time.Second)
	defer cancel()
	packet, err := c.ws.Receive(ctx)
	if err != nil {
		c.t.Fatal(err)
	}
	return packet
}

func (c *client) write(text string) {
	c.t.Helper()
	if err := c.ws.Send(c.t.Context(), text); err != nil {
		c.t.Fatal(err)
	}
}

func (c *client) expect(want string) {
	c.t.Helper()
	if got := c.read(); got != want {
		c.t.Fatalf("got %s, want %s", got, want)
	}
}

func TestBenchModeHasRoomsAndRecovers(t *testing.T) {
	target := mount(t, newBench())
	c, answers := connect(t, target, "")
	_, pid, _ := strings.Cut(answers[0], `"pid":"`)
	pid = strings.TrimSuffix(pid, `"}`)
	c.write(`421["join","a"]`)
	c.expect(`431[]`)
	c.write(`422["echo",{"x":[1]}]`)
	c.expect(`432[{"x":[1]}]`)
	other, _ := connect(t, target, "")
	for i, text := range []string{`"in a"`, `"in b"`} {
		room := []string{"a", "b"}[i]
		other.write(`429["publish","` + room + `",` + text + `]`)
		other.expect(`439[]`)
	}
	c.expect(`42["event",{"data":"in a"},"1"]`)
	_ = c.ws.CloseNow()

	// Until the server has noticed the end of the link, the session is not
	// away yet.
	var replayed []string
	for len(replayed) < 2 {
		other.write(`427["publish","a","missed"]`)
		other.expect(`437[]`)
		_, replayed = connect(t, target, `{"pid":"`+pid+`","offset":"1"}`)
	}
	if want := `42["event",{"data":"missed"},"3"]`; replayed[0] != want {
		t.Fatalf("got %s, want %s", replayed[0], want)
	}
	if last := replayed[len(replayed)-1]; !strings.Contains(last, pid) {
		t.Fatalf("a recovered session keeps its pid: %s", last)
	}
}

func TestProductModeGoesThroughTheHub(t *testing.T) {
	app, err := newProduct()
	if err != nil {
		t.Fatal(err)
	}
	target := mount(t, app)
	if _, answers := connect(t, target, `{"token":"1.forged"}`); !strings.HasPrefix(answers[0], "44") {
		t.Fatalf("a forged token: %s", answers[0])
	}
	publisher, _ := connect(t, target, `{"token":"`+token.Of(0)+`"}`)
	company := -1
	for i, f := range app.registry.Object("contact").Fields {
		if f.Name == "company" {
			company = i
		}
	}
	var readers []*client
	for n := range 3 { // one of each scope
		if n == company%fieldSets {
			t.Fatal("these clients must read the field that changes")
		}
		c, _ := connect(t, target, `{"token":"`+token.Of(n)+`"}`)
		c.write(`421["subscribe",{"topic":"object:contact"}]`)
		c.expect(`431[{"ok":true,"snapshot":{},"seq":0}]`)
		readers = append(readers, c)
	}
	publisher.write(`422["publish",{"data":"hello"}]`)
	publisher.expect(`432[{"ok":true}]`)
	for n, c := range readers {
		if text := c.read(); !strings.HasPrefix(text, `42["change",{"seq":1,`) || !strings.Contains(text, `"company":"hello"`) {
			t.Fatalf("scope %d: %s", n, text)
		}
	}
}

func TestUnknownModesAreRefused(t *testing.T) {
	if err := run("127.0.0.1:0", "nonsense", time.Second); err == nil {
		t.Fatal("there is no such mode")
	}
}
