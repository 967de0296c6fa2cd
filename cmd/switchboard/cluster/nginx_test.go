package cluster_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"switchboard/storage/id"
	"switchboard/storage/waittest"
)

// Sockets of every kind and unrepeated requests go through nginx without a
// fault, while a node is killed and while one is replaced. Every request that
// a living node could answer is answered, a polling session stays at its
// node, and the invariants hold for the sockets behind nginx as for all
// others.
func TestNodesBehindNginx(t *testing.T) {
	w := sharedWorld(t)
	f := startFront(t, filepath.Join(w.dir, "nginx"), w.addrs)
	opened := w.openBehind(t, f)
	t.Run("nothing is wrong", func(t *testing.T) {
		w.stormBehind(t, f, false, func() { pass(time.Second) })
		for _, one := range opened {
			if now := w.watcher(one); now.connected != 1 {
				t.Errorf("%s connected %d times:\n%s", one, now.connected, tailOf(now.events))
			}
		}
		f.keepsSessions(t)
	})
	t.Run("a node is killed", func(t *testing.T) {
		for victim := range 2 {
			w.stormBehind(t, f, true, func() {
				w.nodes[victim].signal(t, syscall.SIGKILL)
				_ = w.nodes[victim].wait(t)
				w.leads(t, victim)
				w.revive(t, victim)
			})
		}
	})
	t.Run("a node drains", func(t *testing.T) {
		w.stormBehind(t, f, true, func() { w.replace(t, 0) })
	})
	t.Run("a node is taken out and drains", func(t *testing.T) {
		w.stormBehind(t, f, false, func() {
			f.configure(t, w.addrs, w.addrs[1])
			f.reload(t)
			w.replace(t, 1)
			f.configure(t, w.addrs, "")
			f.reload(t)
		})
	})
	for _, one := range opened {
		w.driver.shut(t, one)
	}
}

// replace stops a node gracefully and starts it again.
func (w *world) replace(t *testing.T, node int) {
	t.Helper()
	w.nodes[node].signal(t, syscall.SIGTERM)
	if err := w.nodes[node].wait(t); err != nil {
		t.Errorf("%s ended with %v", nodeRole(node), err)
	}
	w.revive(t, node)
}

// openBehind opens sockets over all transports through nginx and waits until
// those that may upgrade have.
func (w *world) openBehind(t *testing.T, f *front) []string {
	t.Helper()
	var names []string
	open := func(kind string, transports []string, visitor string) {
		name := fmt.Sprintf("behind nginx: %s %d", kind, len(names))
		s := watch{Name: name, URL: f.url(), Topics: []string{"me", "object:contact"}, Transports: transports, person: w.people["admin"]}
		if visitor != "" {
			s.Headers = map[string]string{"Cookie": "switchboard_visitor=" + visitor}
		}
		w.driver.open(t, s)
		names = append(names, name)
	}
	const upgrading = 4
	for range 3 {
		open("WebSocket", []string{"websocket"}, "")
	}
	for range upgrading {
		open("upgrade", []string{"polling", "websocket"}, id.New().String())
	}
	for range 6 {
		open("polling", []string{"polling"}, id.New().String())
	}
	open("polling without cookies", []string{"polling"}, "")
	// nginx logs a request when it has ended, and a WebSocket's when that
	// ends: an upgrade shows by the last poll of its session.
	waittest.UntilNil(t, "the sockets to upgrade", func() error {
		upgraded := 0
		for _, one := range names {
			if strings.Contains(one, "upgrade") && w.driver.count(w.driver.named(one), func(e event) bool { return e.Kind == "upgrade" }) > 0 {
				upgraded++
			}
		}
		if upgraded < upgrading {
			return fmt.Errorf("%d have", upgraded)
		}
		return nil
	})
	return names
}

// keepsSessions verifies that all requests of a polling session went to one
// node.
func (f *front) keepsSessions(t *testing.T) {
	t.Helper()
	homes := map[string]string{}
	used := map[string]int{}
	for _, c := range f.crossings(t) {
		if c.session == "" {
			continue
		}
		switch home := homes[c.session]; {
		case len(c.nodes) != 1 || home != "" && home != c.nodes[0]:
			t.Errorf("a session at %s went to %v: %+v", home, c.nodes, c)
		case home == "":
			homes[c.session] = c.nodes[0]
			used[c.nodes[0]]++
		}
	}
	if len(homes) < 7 {
		t.Errorf("there were %d polling sessions", len(homes))
	}
	t.Logf("polling sessions by node: %v", used)
}

// stormBehind is storm with users at nginx who send each request once. If
// lossy, requests that must not be repeated may be lost with the node that
// had accepted them.
func (w *world) stormBehind(t *testing.T, f *front, lossy bool, fault func()) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	var work sync.WaitGroup
	o := &once{w: w, f: f, lossy: lossy}
	for _, do := range []func(context.Context, *person){o.look, o.look, o.keep, o.keep, o.post, o.chat} {
		work.Go(func() {
			for ctx.Err() == nil { // begun work is completed
				do(context.WithoutCancel(ctx), w.people["admin"])
			}
		})
	}
	w.storm(t, func() {
		fault()
		pass(700 * time.Millisecond)
		stop()
		work.Wait() // the invariants check completed work
	})
	for _, failed := range o.failed {
		t.Error(failed)
	}
	t.Logf("%d requests through nginx, %d lost that may not be repeated", o.sent, len(o.lost))
	if o.sent == 0 {
		t.Error("nothing was sent")
	}
}

// once sends requests once, each to nginx.
type once struct {
	w     *world
	f     *front
	lossy bool

	mu     sync.Mutex
	sent   int
	failed []string
	lost   []string
}

// send sends a request and returns the created id, "" if it failed.
func (o *once) send(ctx context.Context, p *person, method, path, key, body string) id.ID {
	request, err := http.NewRequestWithContext(ctx, method, o.f.url()+path, strings.NewReader(body))
	if err != nil {
		panic(err) // a bug in the test
	}
	request.Header.Set("Authorization", "Bearer "+*p.token.Load())
	request.Header.Set("Content-Type", "application/json")
	if key != "" {
		request.Header.Set("Idempotency-Key", key)
	}
	response, err := patientClient.Do(request)
	var status int
	var answer []byte
	if err == nil {
		status = response.StatusCode
		answer, err = io.ReadAll(response.Body)
		_ = response.Body.Close()
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.sent++
	if err == nil && status == http.StatusOK {
		return firstID(answer)
	}
	what := fmt.Sprintf("%s %s (key %q): %d %.200s %v", method, path, key, status, answer, err)
	if repeatable := key != "" || method == http.MethodGet; o.lossy && !repeatable {
		o.lost = append(o.lost, what)
	} else {
		o.failed = append(o.failed, what)
	}
	return ""
}

// patientClient waits as long as nginx does and repeats nothing: each request
// has its own connection.
var patientClient = &http.Client{Timeout: maxWait, Transport: &http.Transport{DisableKeepAlives: true}}

func (o *once) look(ctx context.Context, p *person) {
	o.send(ctx, p, http.MethodGet, "/v1/me", "", "")
	pass(5 * time.Millisecond)
}

func (o *once) keep(ctx context.Context, p *person) {
	contact := o.send(ctx, p, http.MethodPost, "/v1/object/contact", id.New().String(), fmt.Sprintf(`{"name":"Once %s"}`, id.New()))
	if contact != "" {
		o.send(ctx, p, http.MethodPatch, "/v1/object/contact", id.New().String(), fmt.Sprintf(`{"id":%q,"company":"Behind nginx"}`, contact))
	}
	pass(20 * time.Millisecond)
}

func (o *once) post(ctx context.Context, p *person) {
	o.send(ctx, p, http.MethodPost, "/v1/object/contact", "", fmt.Sprintf(`{"name":"Without a key %s"}`, id.New()))
	pass(20 * time.Millisecond)
}

func (o *once) chat(ctx context.Context, p *person) {
	o.send(ctx, p, http.MethodPost, "/v1/object/chat_message", id.New().String(),
		fmt.Sprintf(`{"name":"once","chat":%q,"body":"Once %s"}`, o.w.threads.chat, id.New()))
	pass(20 * time.Millisecond)
}
