package link

import (
	"net/http"
	"net/url"
	"strings"

	"switchboard/hub/engineio"
)

// The transports, as the query names them.
const (
	polling   = "polling"
	webSocket = "websocket"
)

// check refuses requests that neither open a session nor can belong to one.
func (s *Server) check(r *http.Request) (engineio.Refusal, bool) {
	q := r.URL.Query()
	transport := q.Get("transport")
	switch {
	case !s.origins.allow(r.Header.Get("Origin")):
		return engineio.Forbidden, false
	case transport != webSocket && transport != polling:
		return engineio.UnknownTransport, false
	case q.Get("EIO") != engineio.Version:
		return engineio.UnsupportedVersion, false
	case q.Has("sid") && s.sessions.find(q.Get("sid")) == nil:
		return s.unknown(), false
	case r.Method != http.MethodGet && (r.Method != http.MethodPost || !q.Has("sid") || transport != polling):
		return engineio.BadHandshakeMethod, false
	case transport == webSocket && r.Header.Get("Sec-WebSocket-Key") == "":
		return engineio.BadRequest, false
	}
	return engineio.Refusal{}, true
}

var fullOrClosing = engineio.Refusal{Code: engineio.BadRequest.Code, Message: "Server is full or closing", Status: http.StatusServiceUnavailable}

// unknown refuses an unknown session. While this node drains, the session may
// belong to another node: a proxy that still tries this one first asks the
// next after a 503, but would pass a 400 on to the client.
func (s *Server) unknown() engineio.Refusal {
	if s.sessions.closing() {
		return fullOrClosing
	}
	return engineio.UnknownSession
}

// origins is the set of origins whose pages may connect, "*" for all.
type origins map[string]bool

func newOrigins(configured []string) origins {
	o := origins{}
	for _, origin := range configured {
		o[canonicalOrigin(origin)] = true
	}
	return o
}

// allow reports whether pages of an origin may connect. A request without an
// origin comes from no page, or from one of the same origin.
func (o origins) allow(origin string) bool {
	return origin == "" || o["*"] || o[origin]
}

// cors lets the pages of allowed origins read the response (Fetch standard,
// "CORS protocol"). Credentials are never allowed, because no cookie has a
// meaning here.
func (o origins) cors(h http.Header, origin string) {
	switch {
	case o["*"]:
		h.Set("Access-Control-Allow-Origin", "*")
	case origin != "" && o[origin]:
		h.Set("Access-Control-Allow-Origin", origin)
		h.Add("Vary", "Origin")
	default:
		h.Add("Vary", "Origin")
	}
}

// preflight answers the request that browsers send before one with custom
// headers.
func (o origins) preflight(w http.ResponseWriter, r *http.Request) {
	if !o.allow(r.Header.Get("Origin")) {
		refuse(w, engineio.Forbidden)
		return
	}
	h := w.Header()
	h.Set("Access-Control-Allow-Methods", "GET, POST")
	h.Set("Access-Control-Allow-Headers", "Content-Type")
	h.Set("Access-Control-Max-Age", "600")
	w.WriteHeader(http.StatusNoContent)
}

// canonicalOrigin writes a configured URL as browsers write origins: lower
// case, no path, no default port (RFC 6454 §6.1).
func canonicalOrigin(configured string) string {
	u, err := url.Parse(configured)
	if err != nil || u.Host == "" {
		return configured
	}
	host := strings.ToLower(u.Host)
	switch u.Scheme {
	case "http":
		host = strings.TrimSuffix(host, ":80")
	case "https":
		host = strings.TrimSuffix(host, ":443")
	}
	return u.Scheme + "://" + host
}

func refuse(w http.ResponseWriter, r engineio.Refusal) {
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(r.Status)
	_, _ = w.Write(r.Body())
}
