package rest

import (
	"net/http"
	"time"
)

// cookies are what a browser keeps of its sign-ins.
type cookies struct {
	refresh string // holds the refresh token
	device  string // shows that the browser signed in before
	trust   string // shows that its user trusts it
	mark    string // knows it when another system sends it back
	path    string
	secure  bool
}

// newCookies names the cookies. A __Host- cookie can't be set by a sister host, and needs
// the path /.
func newCookies(secure bool) cookies {
	if secure {
		return cookies{refresh: "__Host-switchboard_refresh", device: "__Host-switchboard_device", trust: "__Host-switchboard_trust", mark: "__Host-switchboard_mark", path: "/", secure: true}
	}
	return cookies{refresh: "switchboard_refresh", device: "switchboard_device", trust: "switchboard_trust", mark: "switchboard_mark", path: "/v1/oauth2"}
}

func (c cookies) set(w http.ResponseWriter, name, value string, expires time.Time) {
	http.SetCookie(w, &http.Cookie{ //nolint:gosec // secure wherever the public URL is https
		Name: name, Value: value, Path: c.path, Expires: expires,
		HttpOnly: true, Secure: c.secure, SameSite: http.SameSiteStrictMode,
	})
}

func (c cookies) drop(w http.ResponseWriter) {
	http.SetCookie(w, &http.Cookie{ //nolint:gosec // secure wherever the public URL is https
		Name: c.refresh, Path: c.path, MaxAge: -1, HttpOnly: true, Secure: c.secure, SameSite: http.SameSiteStrictMode,
	})
}
