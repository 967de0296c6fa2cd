package rest

import (
	"net"
	"net/http"
	"time"

	"switchboard/actors/accounts"
	"switchboard/rest/wire"
	"switchboard/storage/exact"
	"switchboard/storage/fault"
)

// maxSignIn bounds the body of a sign-in.
const maxSignIn = 8 << 10

func answerOf(t accounts.Tokens) wire.Tokens {
	return wire.Tokens{AccessToken: t.Access, TokenType: "Bearer", ExpiresIn: int(t.ExpiresIn.Seconds()), Organization: t.Organization, User: t.User}
}

// answerTokens answers with a new session.
func (s *server) answerTokens(w http.ResponseWriter, r *http.Request, tokens accounts.Tokens) error {
	answer := answerOf(tokens)
	if r.Header.Get("Origin") == "" || s.origins[r.Header.Get("Origin")] {
		answer.RefreshToken = tokens.Refresh
	}
	if r.Header.Get("Origin") != "" && tokens.Device != "" { // a browser: it shows at its next sign-in that it was here before
		s.setCookie(w, s.device, tokens.Device, time.Now().Add(accounts.DeviceLife))
	}
	s.setCookie(w, s.cookie, tokens.Refresh, tokens.RefreshExpires)
	return writeJSON(w, http.StatusOK, answer)
}

// refresh is POST v1/oauth2/refresh: with a token in the body it renews the access
// token and leaves the refresh token as it is; without one the cookie's
// token is exchanged and rotated.
func (s *server) refresh(w http.ResponseWriter, r *http.Request) error {
	token, fromCookie, err := s.refreshToken(r)
	if err != nil {
		return err
	}
	if !fromCookie {
		tokens, err := s.Sessions.Renew(r.Context(), token)
		if err != nil {
			return err
		}
		return writeJSON(w, http.StatusOK, answerOf(tokens))
	}
	tokens, err := s.Sessions.Refresh(r.Context(), token)
	if fault.Is(err, fault.Unauthenticated) {
		s.dropCookie(w)
	}
	if err != nil {
		return err
	}
	s.setCookie(w, s.cookie, tokens.Refresh, tokens.RefreshExpires)
	return writeJSON(w, http.StatusOK, answerOf(tokens))
}

// revoke is POST v1/oauth2/revoke: it ends the session of the token.
func (s *server) revoke(w http.ResponseWriter, r *http.Request) error {
	token, fromCookie, err := s.refreshToken(r)
	if fault.Is(err, fault.Unauthenticated) { // nothing to end
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	if err != nil {
		return err
	}
	if err := s.Sessions.Revoke(r.Context(), token); err != nil {
		return err
	}
	if fromCookie {
		s.dropCookie(w)
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// refreshToken finds the refresh token: the body's, else the cookie's, which
// counts from our own pages only.
func (s *server) refreshToken(r *http.Request) (token string, fromCookie bool, err error) {
	var body struct {
		RefreshToken string `json:"refresh_token"`
	}
	text, err := readBody(r, maxSignIn, true)
	if err != nil {
		return "", false, err
	}
	if text != nil {
		if err := exact.Into(text, &body); err != nil {
			return "", false, err
		}
	}
	if body.RefreshToken != "" {
		return body.RefreshToken, false, nil
	}
	if err := s.fromOwnPages(r); err != nil {
		return "", false, err
	}
	cookie, err := r.Cookie(s.cookie)
	if err != nil || cookie.Value == "" {
		return "", false, fault.New(fault.Unauthenticated, "You are not signed in.")
	}
	return cookie.Value, true, nil
}

// fromOwnPages refuses what a page of another origin sent with our cookie.
func (s *server) fromOwnPages(r *http.Request) error {
	if err := s.guard.Check(r); err != nil {
		return fault.Wrap(err, fault.Forbidden, "This request came from a page of another origin.")
	}
	return nil
}

func (s *server) setCookie(w http.ResponseWriter, name, value string, expires time.Time) {
	http.SetCookie(w, &http.Cookie{ //nolint:gosec // secure wherever the public URL is https
		Name: name, Value: value, Path: s.path, Expires: expires,
		HttpOnly: true, Secure: s.secure, SameSite: http.SameSiteStrictMode,
	})
}

func (s *server) dropCookie(w http.ResponseWriter) {
	http.SetCookie(w, &http.Cookie{ //nolint:gosec // secure wherever the public URL is https
		Name: s.cookie, Path: s.path, MaxAge: -1, HttpOnly: true, Secure: s.secure, SameSite: http.SameSiteStrictMode,
	})
}

// clientOf is where a request comes from: the connection's own address, or what a
// trusted proxy says (behindProxies).
func clientOf(r *http.Request) accounts.Client {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	return accounts.Client{Address: host, UserAgent: r.UserAgent()}
}

// knownClient is clientOf with what an earlier sign-in gave the browser.
func (s *server) knownClient(r *http.Request) accounts.Client {
	client := clientOf(r)
	if known, err := r.Cookie(s.device); err == nil {
		client.Device = known.Value
	}
	return client
}

// readInto reads what a sign-in says into a flat struct.
func readInto(r *http.Request, target any) error {
	text, err := readBody(r, maxSignIn, false)
	if err != nil {
		return err
	}
	return exact.Into(text, target)
}
