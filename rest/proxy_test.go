package rest

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
)

func TestClientBehindTrustedProxies(t *testing.T) {
	trusted := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
	for name, c := range map[string]struct {
		trusted         []netip.Prefix
		peer, forwarded string
		want            string
	}{
		"no proxy is trusted":         {nil, "10.0.0.1:5", "203.0.113.7", "10.0.0.1"},
		"the peer is no proxy":        {trusted, "198.51.100.2:5", "203.0.113.7", "198.51.100.2"},
		"one hop":                     {trusted, "10.0.0.1:5", "203.0.113.7", "203.0.113.7"},
		"two hops":                    {trusted, "10.0.0.1:5", "203.0.113.7, 10.9.9.9", "203.0.113.7"},
		"the client forges a hop":     {trusted, "10.0.0.1:5", "10.1.1.1, 203.0.113.7", "203.0.113.7"},
		"the client forges an outer":  {trusted, "10.0.0.1:5", "192.0.2.1, 203.0.113.7", "203.0.113.7"},
		"garbage":                     {trusted, "10.0.0.1:5", "nobody", "10.0.0.1"},
		"the proxy asks for itself":   {trusted, "10.0.0.1:5", "", "10.0.0.1"},
		"version 6":                   {trusted, "10.0.0.1:5", "2001:db8::7", "2001:db8::7"},
		"version 4 written as 6":      {trusted, "[::ffff:10.0.0.1]:5", "::ffff:203.0.113.7", "203.0.113.7"},
		"garbage behind a good entry": {trusted, "10.0.0.1:5", "203.0.113.7, x", "10.0.0.1"},
	} {
		t.Run(name, func(t *testing.T) {
			r := httptest.NewRequest(http.MethodGet, "/", nil)
			r.RemoteAddr = c.peer
			if c.forwarded != "" {
				r.Header.Set("X-Forwarded-For", c.forwarded)
			}
			var got string
			behindProxies(c.trusted)(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				got = clientOf(r).Address
			})).ServeHTTP(httptest.NewRecorder(), r)
			if got != c.want {
				t.Errorf("client %s, want %s", got, c.want)
			}
		})
	}
}
