package rest_test

import (
	"net/http"
	"testing"

	"switchboard/rest"
)

func host(name string) func(*http.Request) { return func(r *http.Request) { r.Host = name } }

// serve is the server with other settings.
func (w *world) serve(change func(*rest.Deps)) {
	w.t.Helper()
	deps := w.deps
	change(&deps)
	handler, err := rest.New(deps)
	if err != nil {
		w.t.Fatal(err)
	}
	w.handler = handler
}

// A page whose name was made to point here is not of our origin.
func TestOtherNamesAreRefused(t *testing.T) {
	w := newWorld(t)
	for _, c := range []struct {
		public            string
		loopback, address bool
		in, out           []string
	}{
		{
			"https://desk.test", false, false, []string{"desk.test", "DESK.test", "desk.test:443"},
			[]string{"evil.test", "desk.test:80", "desk.test.evil.test", "xdesk.test", "", "127.0.0.1", "localhost", "203.0.113.9", "[::1]"},
		},
		{"http://desk.test:8080", false, false, []string{"desk.test:8080"}, []string{"desk.test", "desk.test:8081", "127.0.0.1:8080"}},
		{
			"http://127.0.0.1:8080", true, true, []string{"127.0.0.1:8080", "localhost:8080", "localhost:5173", "[::1]:8080"},
			[]string{"evil.test:8080", "localhost.evil.test:8080", "127.0.0.1.evil.test"},
		},
		{"https://desk.test", true, false, []string{"desk.test", "127.0.0.1:8080", "localhost"}, []string{"evil.test", "203.0.113.9:8080"}},
		{"http://[::]:8080", false, true, []string{"192.168.1.5:8080", "[2001:db8::1]:8080"}, []string{"evil.test:8080", "localhost:8080"}},
	} {
		w.serve(func(d *rest.Deps) { d.PublicURL, d.Loopback, d.AnyAddress = c.public, c.loopback, c.address })
		for _, name := range c.in {
			w.do("GET", "/v1/public/instance", "", host(name)).is(200)
		}
		for _, name := range c.out {
			for _, path := range []string{"/v1/public/instance", "/v1/me", "/", "/socket.io/", "/v1/webhooks/twilio/voice"} {
				w.do("GET", path, "", host(name)).problem(http.StatusMisdirectedRequest)
			}
			w.do("GET", "/healthz", "", host(name)).is(200)
			w.do("GET", "/readyz", "", host(name)).is(200)
		}
	}
}
