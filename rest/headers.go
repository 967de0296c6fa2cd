package rest

import (
	"net/http"
	"strings"
)

// ownScripts are the scripts that a page may run; a page with inline scripts adds them.
const ownScripts = "script-src 'self'"

// contentPolicy lets the page load from its own origin and nowhere else. Styles
// set on elements by scripts are no inline styles to it.
const contentPolicy = "default-src 'self'; " + ownScripts + "; style-src 'self'; img-src 'self' data: blob:; " +
	"media-src 'self' blob:; font-src 'self'; connect-src 'self' %s; worker-src 'self'; " +
	"object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// secureHeaders sets the security headers of every response (OWASP ASVS 5.0, 3.4). phones are the
// additional hosts of browser phones.
func secureHeaders(public string, phones []string, takesCards bool) func(http.Handler) http.Handler {
	secure := strings.HasPrefix(public, "https://")
	// Older browsers don't count ws: of the same host as 'self'.
	sockets := ""
	if host, found := strings.CutPrefix(public, "https://"); found {
		sockets = "wss://" + host
	} else if host, found := strings.CutPrefix(public, "http://"); found {
		sockets = "ws://" + host
	}
	reached := strings.Join(append([]string{sockets}, phones...), " ")
	policy := strings.Replace(contentPolicy, " %s", strings.TrimRight(" "+reached, " "), 1)
	if takesCards {
		policy = withCards(policy)
	}
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			h := w.Header()
			h.Set("Content-Security-Policy", policy)
			h.Set("X-Content-Type-Options", "nosniff")
			h.Set("X-Frame-Options", "DENY")
			h.Set("Referrer-Policy", "same-origin")
			h.Set("Cross-Origin-Opener-Policy", "same-origin")
			h.Set("Cross-Origin-Resource-Policy", "same-origin")
			h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=(self)")
			if secure {
				h.Set("Strict-Transport-Security", "max-age=31536000; includeSubDomains")
			}
			next.ServeHTTP(w, r)
		})
	}
}

// withCards adds what the payment provider's checkout loads (docs.stripe.com/security/guide).
func withCards(policy string) string {
	return strings.NewReplacer(
		ownScripts, ownScripts+" https://js.stripe.com https://*.js.stripe.com",
		"connect-src 'self'", "connect-src 'self' https://api.stripe.com https://checkout.stripe.com",
		"img-src 'self'", "img-src 'self' https://*.stripe.com",
		"object-src", "frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com https://checkout.stripe.com; object-src",
	).Replace(policy)
}

// noStore keeps answers of the API out of every cache, but for one whose address names its version (allSchemas).
func noStore(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "private, no-store")
		next.ServeHTTP(w, r)
	})
}
