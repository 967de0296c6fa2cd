package rest

import (
	"net/http"
	"strings"
)

// contentPolicy lets the page load from its own origin and nowhere else. Styles
// set on elements by scripts are no inline styles to it.
const contentPolicy = "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
	"media-src 'self' blob:; font-src 'self'; connect-src 'self' %s; worker-src 'self'; " +
	"object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// secureHeaders are on every answer (OWASP ASVS 5.0, 3.4).
func (s *server) secureHeaders(next http.Handler) http.Handler {
	// Older browsers don't count ws: of the same host as 'self'.
	sockets := ""
	if host, found := strings.CutPrefix(s.PublicURL, "https://"); found {
		sockets = "wss://" + host
	} else if host, found := strings.CutPrefix(s.PublicURL, "http://"); found {
		sockets = "ws://" + host
	}
	policy := strings.Replace(contentPolicy, " %s", strings.TrimRight(" "+sockets, " "), 1)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=(self)")
		if s.secure {
			h.Set("Strict-Transport-Security", "max-age=31536000; includeSubDomains")
		}
		next.ServeHTTP(w, r)
	})
}

// noStore keeps answers of the API out of every cache.
func noStore(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "private, no-store")
		next.ServeHTTP(w, r)
	})
}

// exposed are the headers of answers that a script of another origin may read.
const exposed = "X-Current-Page, X-Has-Next, X-Page-Size, X-Next-Offset, X-Brief-Records, X-Pages, X-Total-Count, X-Total-Estimated, X-Ignored-Fields, X-Request-Id, X-Rights, Retry-After"

// cors answers browsers of the configured origins, and no others.
func (s *server) cors(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Add("Vary", "Origin")
		h.Set("Access-Control-Expose-Headers", exposed)
		origin := r.Header.Get("Origin")
		if s.origins[origin] {
			h.Set("Access-Control-Allow-Origin", origin)
			h.Set("Cross-Origin-Resource-Policy", "cross-origin")
			if r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != "" {
				h.Set("Access-Control-Allow-Methods", "GET, POST, PATCH, DELETE")
				h.Set("Access-Control-Allow-Headers", "Authorization, Content-Type, Idempotency-Key, If-Match, X-Request-Id")
				h.Set("Access-Control-Max-Age", "600")
				w.WriteHeader(http.StatusNoContent)
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}
