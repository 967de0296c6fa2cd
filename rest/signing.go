package rest

import (
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"switchboard/actors/accounts"
	"switchboard/rest/wire"
	"switchboard/storage/exact"
	"switchboard/storage/fault"
)

// maxSignIn bounds the body of a sign-in.
const maxSignIn = 8 << 10

// signing is how sessions are opened, renewed and ended (RFC 6749), with cookies for
// browsers.
type signing struct {
	signIns  SignIns
	programs Programs
	sessions Sessions
	opening  *opening
	cookies  cookies
	origins  *origins
	log      *slog.Logger
}

func newSigning(d Deps, from *origins, begin *opening) *signing {
	return &signing{
		opening: begin,
		signIns: d.SignIns, programs: d.Programs, sessions: d.Sessions,
		cookies: newCookies(strings.HasPrefix(d.PublicURL, "https://")), origins: from, log: d.Log,
	}
}

func (s *signing) routes(r chi.Router, g *gate) {
	r.Post("/oauth2/token", g.public(s.token))
	r.Post("/oauth2/second_factor", g.public(s.secondStep))
	r.Post("/oauth2/refresh", g.public(s.refresh))
	r.Post("/oauth2/revoke", g.public(s.revoke))
	r.Post("/oauth2/switch", g.signed(s.switchOrganization))
}

func answerOf(t accounts.Tokens) wire.Tokens {
	return wire.Tokens{AccessToken: t.Access, TokenType: "Bearer", ExpiresIn: int(t.ExpiresIn.Seconds()), Organization: t.Organization, User: t.User, SecondFactorRequired: t.MustSetUp}
}

// answerTokens answers with a new session.
func (s *signing) answerTokens(w http.ResponseWriter, r *http.Request, tokens accounts.Tokens) error {
	answer := answerOf(tokens)
	if r.Header.Get("Origin") == "" || s.origins.allowed[r.Header.Get("Origin")] {
		answer.RefreshToken = tokens.Refresh
	}
	if r.Header.Get("Origin") != "" && tokens.Device != "" { // a browser: it shows at its next sign-in that it was here before
		s.cookies.set(w, s.cookies.device, tokens.Device, time.Now().Add(accounts.DeviceLife))
	}
	if r.Header.Get("Origin") != "" && tokens.Trust != "" {
		s.cookies.set(w, s.cookies.trust, tokens.Trust, time.Now().Add(accounts.TrustLife))
	}
	s.cookies.set(w, s.cookies.refresh, tokens.Refresh, tokens.RefreshExpires)
	return writeJSON(w, http.StatusOK, answer)
}

// refresh is POST v1/oauth2/refresh: with a token in the body it renews the access
// token and leaves the refresh token as it is; without one the cookie's
// token is exchanged and rotated, and a page that begins may hear more (opening).
func (s *signing) refresh(w http.ResponseWriter, r *http.Request) error {
	token, fromCookie, err := s.refreshToken(r)
	if err != nil {
		return err
	}
	if !fromCookie {
		tokens, err := s.sessions.Renew(r.Context(), token)
		if err != nil {
			return err
		}
		return writeJSON(w, http.StatusOK, answerOf(tokens))
	}
	tokens, err := s.sessions.Refresh(r.Context(), token)
	if fault.Is(err, fault.Unauthenticated) {
		s.cookies.drop(w)
	}
	if err != nil {
		return err
	}
	s.cookies.set(w, s.cookies.refresh, tokens.Refresh, tokens.RefreshExpires)
	if r.URL.Query().Get("with") == "me" {
		return writeJSON(w, http.StatusOK, s.opening.of(r.Context(), tokens))
	}
	return writeJSON(w, http.StatusOK, answerOf(tokens))
}

// revoke is POST v1/oauth2/revoke: it ends the session of the token.
func (s *signing) revoke(w http.ResponseWriter, r *http.Request) error {
	token, fromCookie, err := s.refreshToken(r)
	if fault.Is(err, fault.Unauthenticated) { // nothing to end
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	if err != nil {
		return err
	}
	if err := s.sessions.Revoke(r.Context(), token); err != nil {
		return err
	}
	if fromCookie {
		s.cookies.drop(w)
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// refreshToken finds the refresh token: the body's, else the cookie's, which
// counts from our own pages only.
func (s *signing) refreshToken(r *http.Request) (token string, fromCookie bool, err error) {
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
	if err := s.origins.check(r); err != nil {
		return "", false, err
	}
	cookie, err := r.Cookie(s.cookies.refresh)
	if err != nil || cookie.Value == "" {
		return "", false, fault.New(fault.Unauthenticated, "You are not signed in.")
	}
	return cookie.Value, true, nil
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
func (s *signing) knownClient(r *http.Request) accounts.Client {
	client := clientOf(r)
	if known, err := r.Cookie(s.cookies.device); err == nil {
		client.Device = known.Value
	}
	if trusted, err := r.Cookie(s.cookies.trust); err == nil {
		client.Trust = trusted.Value
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
