package cluster_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
)

// played is a fake node.
type played struct {
	mu    sync.Mutex
	asked []string // method, path and body of each complete request
	heard http.Header
	host  string
	do    http.HandlerFunc
}

func play(t *testing.T, do http.HandlerFunc) (*played, string) {
	t.Helper()
	p := &played{do: do}
	server := httptest.NewServer(p)
	t.Cleanup(server.Close)
	return p, server.Listener.Addr().String()
}

// ServeHTTP implements http.Handler.
func (p *played) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body) // a truncated body is shorter
	p.mu.Lock()
	p.asked = append(p.asked, r.Method+" "+r.URL.Path+" "+string(body))
	p.heard, p.host = r.Header.Clone(), r.Host
	p.mu.Unlock()
	p.do(w, r)
}

func (p *played) requests() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.asked...)
}

func answers(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "well") }

// dies breaks off after reading the request, like a killed process.
func dies(w http.ResponseWriter, _ *http.Request) {
	conn, _, err := w.(http.Hijacker).Hijack()
	if err == nil {
		_ = conn.(*net.TCPConn).SetLinger(0)
		_ = conn.Close()
	}
}

func drains(w http.ResponseWriter, _ *http.Request) {
	http.Error(w, "closing", http.StatusServiceUnavailable)
}

// ask sends one request to nginx.
func (f *front) ask(t *testing.T, method, path, body string, header map[string]string) *http.Response {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, f.url()+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range header {
		request.Header.Set(name, value)
	}
	response, err := checker.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	return response
}

// A request to a node that ends is repeated at the next one if, and only if,
// executing it twice is harmless.
func TestNginxRepeatsOnlyWhatMayBeRepeated(t *testing.T) {
	keyed := map[string]string{"Idempotency-Key": "one"}
	const object, poll = "/v1/object/contact", "/socket.io/?EIO=4&transport=polling"
	for name, c := range map[string]struct {
		method, path string
		header       map[string]string
		first        http.HandlerFunc
		repeated     bool
	}{
		"a look":                                     {"GET", object, nil, dies, true},
		"a change":                                   {"POST", object, nil, dies, false},
		"a change of some":                           {"PATCH", object, nil, dies, false},
		"a change with a key":                        {"POST", object, keyed, dies, true},
		"a change of some with a key":                {"PATCH", object, keyed, dies, true},
		"a call with a key":                          {"POST", "/v1/twilio/call", keyed, dies, true},
		"a webhook":                                  {"POST", "/v1/webhooks/twilio", nil, dies, false},
		"a sign-in, which no key makes one":          {"POST", "/v1/oauth2/token", keyed, dies, false},
		"a first poll":                               {"GET", poll, nil, dies, true},
		"a first poll at a node that drains":         {"GET", poll, nil, drains, true},
		"a WebSocket at a node that drains":          {"GET", "/socket.io/?EIO=4&transport=websocket", nil, drains, true},
		"a poll at a node that drains":               {"GET", poll + "&sid=abc", nil, drains, true},
		"packets":                                    {"POST", poll + "&sid=abc", nil, dies, false},
		"packets to a node that drains":              {"POST", poll + "&sid=abc", nil, drains, false},
		"a look at what the product can't answer":    {"GET", object, nil, drains, false},
		"a change that the product can't answer now": {"POST", object, keyed, drains, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			first, one := play(t, c.first)
			second, other := play(t, answers)
			f := startFront(t, t.TempDir(), []string{one, other})
			for visitor := range 1000 {
				header := map[string]string{"Cookie": fmt.Sprintf("switchboard_visitor=%d", visitor)}
				maps.Copy(header, c.header)
				before := len(second.requests())
				status := f.ask(t, c.method, c.path, `{"name":"x"}`, header).StatusCode
				met := len(first.requests())
				if met == 0 {
					continue // it went directly to the other one
				}
				switch again := len(second.requests()) - before; {
				case c.repeated && (status != http.StatusOK || again != 1):
					t.Fatalf("answered with %d; the second node was asked %d times", status, again)
				case !c.repeated && (status < http.StatusInternalServerError || again != 0):
					t.Fatalf("answered with %d; the second node was asked %d times", status, again)
				case c.repeated && second.requests()[before] != first.requests()[0]:
					t.Fatalf("%q became %q", first.requests()[0], second.requests()[before])
				}
				return
			}
			t.Fatal("nothing met the first node")
		})
	}
}

// A node that is down costs no request.
func TestNginxSkipsADeadNode(t *testing.T) {
	_, one := play(t, answers)
	f := startFront(t, t.TempDir(), []string{freeAddress(t), one, freeAddress(t)})
	for visitor := range 20 {
		for _, path := range []string{"/", "/v1/object/contact", "/v1/oauth2/token", "/socket.io/?transport=polling", "/socket.io/?transport=polling&sid=a"} {
			for _, method := range []string{http.MethodGet, http.MethodPost} {
				header := map[string]string{"Cookie": fmt.Sprintf("switchboard_visitor=%d", visitor)}
				if status := f.ask(t, method, path, "{}", header).StatusCode; status != http.StatusOK {
					t.Fatalf("%s %s: %d", method, path, status)
				}
			}
		}
	}
}

func TestNginxForwardsTheClientAddress(t *testing.T) {
	node, addr := play(t, answers)
	f := startFront(t, t.TempDir(), []string{addr})
	f.ask(t, http.MethodGet, "/v1/me", "", map[string]string{"X-Forwarded-For": "192.0.2.7"})
	if from := node.heard.Values("X-Forwarded-For"); len(from) != 1 || from[0] != "127.0.0.1" {
		t.Errorf("X-Forwarded-For is %q", from)
	}
	if node.host != f.addr {
		t.Errorf("Host is %q, asked for was %q", node.host, f.addr)
	}
	f.ask(t, http.MethodGet, "/socket.io/?EIO=4&transport=websocket", "", map[string]string{"Connection": "Upgrade", "Upgrade": "websocket"})
	if node.heard.Get("Upgrade") != "websocket" || node.heard.Get("Connection") != "upgrade" {
		t.Errorf("the upgrade came as %q, %q", node.heard.Get("Connection"), node.heard.Get("Upgrade"))
	}
}

// A page gives its visitor a cookie, once; a socket never does, since its
// session would change its node.
func TestNginxIdentifiesAVisitorByACookie(t *testing.T) {
	_, addr := play(t, answers)
	f := startFront(t, t.TempDir(), []string{addr})
	cookies := f.ask(t, http.MethodGet, "/", "", nil).Cookies()
	if len(cookies) != 1 || cookies[0].Name != "switchboard_visitor" || len(cookies[0].Value) != 32 || !cookies[0].HttpOnly {
		t.Fatalf("a new visitor is given %v", cookies)
	}
	known := map[string]string{"Cookie": "switchboard_visitor=" + cookies[0].Value}
	for path, header := range map[string]map[string]string{"/": known, "/socket.io/?transport=polling": nil, "/v1/me": nil} {
		if again := f.ask(t, http.MethodGet, path, "", header).Cookies(); len(again) != 0 {
			t.Errorf("%s gives %v", path, again)
		}
	}
}

// Visitors are spread over the nodes, and each stays at one of them.
func TestNginxKeepsAVisitorAtANode(t *testing.T) {
	var all []*played
	var addrs []string
	for range nodes {
		node, addr := play(t, answers)
		all, addrs = append(all, node), append(addrs, addr)
	}
	f := startFront(t, t.TempDir(), addrs)
	where := func() []int {
		counts := make([]int, nodes)
		for i, node := range all {
			counts[i] = len(node.requests())
		}
		return counts
	}
	for visitor := range 100 {
		header := map[string]string{"Cookie": fmt.Sprintf("switchboard_visitor=%x", visitor)}
		before := where()
		for range 3 {
			f.ask(t, http.MethodGet, "/socket.io/?EIO=4&transport=polling", "", header)
			f.ask(t, http.MethodPost, "/socket.io/?EIO=4&transport=polling&sid=x", "2", header)
			f.ask(t, http.MethodGet, "/socket.io/?EIO=4&transport=websocket&sid=x", "", header)
		}
		for i, now := range where() {
			if asked := now - before[i]; asked != 0 && asked != 9 {
				t.Fatalf("visitor %d asked node %d %d times of 9", visitor, i, asked)
			}
		}
	}
	if counts := where(); slices.Contains(counts, 0) {
		t.Errorf("the visitors' requests are spread as %v", counts)
	}
}

// Bodies that are too large for the product are refused by the product, with
// a reason; far larger ones reach no node.
func TestNginxBoundsBodies(t *testing.T) {
	node, addr := play(t, func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusRequestEntityTooLarge)
		_ = json.NewEncoder(w).Encode("too large") // the response is not read
	})
	f := startFront(t, t.TempDir(), []string{addr})
	for size, reaches := range map[int]bool{3 << 19: true, 3 << 20: false} {
		before := len(node.requests())
		if status := f.ask(t, http.MethodPost, "/v1/object/contact", string(bytes.Repeat([]byte{' '}, size)), nil).StatusCode; status != http.StatusRequestEntityTooLarge {
			t.Errorf("%d bytes: %d", size, status)
		}
		if asked := len(node.requests()) > before; asked != reaches {
			t.Errorf("%d bytes reach the node: %t", size, asked)
		}
	}
}
