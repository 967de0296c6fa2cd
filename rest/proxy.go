package rest

import (
	"net"
	"net/http"
	"net/netip"

	"github.com/go-chi/chi/v5/middleware"
)

// behindProxies returns requests that came through a trusted proxy the address of the client it
// forwards for, so that limits by address count clients, not proxies. Without trusted proxies
// X-Forwarded-For means nothing: it can be anybody's. chi's middleware reads the header; it walks
// from the right, past trusted hops only.
func behindProxies(trusted []netip.Prefix) func(http.Handler) http.Handler {
	if len(trusted) == 0 {
		return func(next http.Handler) http.Handler { return next }
	}
	networks := make([]string, len(trusted))
	for i, network := range trusted {
		networks[i] = network.String()
	}
	find := middleware.ClientIPFromXFF(networks...)
	return func(next http.Handler) http.Handler {
		return find(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			// Unset where the header is garbage: then the proxy's own address counts.
			if ip := middleware.GetClientIP(r.Context()); ip != "" {
				r.RemoteAddr = net.JoinHostPort(ip, "0")
			}
			next.ServeHTTP(w, r)
		}))
	}
}
