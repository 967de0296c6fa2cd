package rest_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"switchboard/rest"
)

type tokens struct {
	Access    string `json:"access_token"`
	Type      string `json:"token_type"`
	ExpiresIn int    `json:"expires_in"`
	Refresh   string `json:"refresh_token"`
}

const signInBody = `{"username":"ann@example.com","password":"` + password + `"}`

func cookieOf(a *answer) *http.Cookie {
	a.t.Helper()
	response := http.Response{Header: a.header}
	for _, c := range response.Cookies() {
		if strings.Contains(c.Name, "switchboard_refresh") {
			return c
		}
	}
	return nil
}

func withCookie(c *http.Cookie) func(*http.Request) {
	return func(r *http.Request) { r.AddCookie(&http.Cookie{Name: c.Name, Value: c.Value}) }
}

var ownPage = header("Origin", "http://desk.test")

func TestSignInOfABrowser(t *testing.T) {
	w := newWorld(t)
	w.person("Ann", nil)
	a := w.do("POST", "/v1/oauth2/token", signInBody, ownPage).is(200)
	var got tokens
	a.into(&got)
	if got.Access == "" || got.Type != "Bearer" || got.ExpiresIn != 600 || got.Refresh != "" {
		t.Errorf("a script gets %+v", got)
	}
	cookie := cookieOf(a)
	if cookie == nil || !cookie.HttpOnly || cookie.Secure || cookie.SameSite != http.SameSiteStrictMode || cookie.Path != "/v1/oauth2" || cookie.Name != "switchboard_refresh" {
		t.Fatalf("the cookie is %+v", cookie)
	}
	next := w.do("POST", "/v1/oauth2/refresh", `{}`, ownPage, withCookie(cookie)).is(200)
	rotated := cookieOf(next)
	if rotated == nil || rotated.Value == cookie.Value || strings.Contains(string(next.body), rotated.Value) {
		t.Fatalf("the next cookie is %+v", rotated)
	}
	// Another tab, a moment later, with the old cookie: the same successor.
	if again := cookieOf(w.do("POST", "/v1/oauth2/refresh", "", ownPage, withCookie(cookie)).is(200)); again.Value != rotated.Value {
		t.Error("two tabs have two successors")
	}
	w.do("POST", "/v1/oauth2/revoke", `{}`, ownPage, withCookie(rotated)).is(http.StatusNoContent)
	after := w.do("POST", "/v1/oauth2/refresh", `{}`, ownPage, withCookie(rotated))
	after.problem(http.StatusUnauthorized)
	if gone := cookieOf(after); gone == nil || gone.MaxAge >= 0 {
		t.Errorf("the dead cookie stays: %+v", gone)
	}
}

func TestSignInOfAClient(t *testing.T) {
	w := newWorld(t)
	w.person("Ann", nil)
	var got, next tokens
	w.do("POST", "/v1/oauth2/token", signInBody).into(&got)
	if got.Refresh == "" {
		t.Fatal("a client that is no browser gets no refresh token")
	}
	body := `{"refresh_token":"` + got.Refresh + `"}`
	for range 3 { // the body form is not rotated
		w.do("POST", "/v1/oauth2/refresh", body).into(&next)
	}
	w.do("GET", "/v1/me", "", header("Authorization", "bearer "+next.Access)).is(200)
	w.do("POST", "/v1/oauth2/revoke", body).is(http.StatusNoContent)
	w.do("POST", "/v1/oauth2/refresh", body).problem(http.StatusUnauthorized)
	w.do("GET", "/v1/me", "", header("Authorization", "Bearer "+next.Access)).problem(http.StatusUnauthorized)
	w.do("POST", "/v1/oauth2/revoke", body).is(http.StatusNoContent)
}

// A browser that signed in before gets in though its network has no guesses left; a
// client that is no browser gets no such proof.
func TestKnownBrowser(t *testing.T) {
	w := newWorld(t)
	w.person("Ann", nil)
	device := func(a *answer) *http.Cookie {
		t.Helper()
		for _, c := range (&http.Response{Header: a.header}).Cookies() {
			if c.Name == "switchboard_device" {
				return c
			}
		}
		return nil
	}
	if device(w.do("POST", "/v1/oauth2/token", signInBody).is(200)) != nil {
		t.Error("a client that is no browser got a cookie of a browser")
	}
	cookie := device(w.do("POST", "/v1/oauth2/token", signInBody, ownPage).is(200))
	if cookie == nil || !cookie.HttpOnly || cookie.SameSite != http.SameSiteStrictMode || cookie.Path != "/v1/oauth2" {
		t.Fatalf("the cookie is %+v", cookie)
	}
	for range 10 {
		w.do("POST", "/v1/oauth2/token", `{"username":"ann@example.com","password":"wrong horse"}`).problem(http.StatusUnauthorized)
	}
	w.do("POST", "/v1/oauth2/token", signInBody, ownPage).problem(http.StatusTooManyRequests)
	w.do("POST", "/v1/oauth2/token", signInBody, ownPage, withCookie(cookie)).is(200)
}

// A page of another origin can neither sign a browser in nor use its cookie.
func TestForeignPages(t *testing.T) {
	w := newWorld(t)
	w.person("Ann", nil)
	cookie := cookieOf(w.do("POST", "/v1/oauth2/token", signInBody, ownPage))
	for _, change := range []func(*http.Request){
		header("Origin", "https://evil.test"), header("Origin", "http://desk.test:81"), header("Origin", "null"), header("Sec-Fetch-Site", "cross-site"),
	} {
		for _, path := range []string{"refresh", "revoke"} {
			w.do("POST", "/v1/oauth2/"+path, `{}`, withCookie(cookie), change).problem(http.StatusForbidden)
		}
		w.do("POST", "/v1/oauth2/token", signInBody, change).problem(http.StatusForbidden)
	}
	w.do("POST", "/v1/oauth2/refresh", `{}`, withCookie(cookie), header("Content-Type", "text/plain")).problem(http.StatusUnsupportedMediaType)
	w.do("POST", "/v1/oauth2/refresh", `{}`, ownPage, withCookie(cookie)).is(200)
}

func TestBadSignIn(t *testing.T) {
	w := newWorld(t)
	w.person("Ann", nil)
	for body, status := range map[string]int{
		`{"username":"ann@example.com","password":"wrong horse"}`: 401, `{"username":"nobody@example.com","password":"wrong horse"}`: 401,
		`{"username":"ann@example.com"}`: 422, `{"password":"x"}`: 422, `{"username":7,"password":"x"}`: 422,
		`{"Username":"ann@example.com","password":"x"}`: 422, `{"username":"a","username":"b","password":"x"}`: 400,
		`[]`: 400, `{`: 400, strings.Repeat(" ", 9<<10): 413,
	} {
		if p := w.do("POST", "/v1/oauth2/token", body).problem(status); strings.Contains(p.Detail, "wrong horse") {
			t.Errorf("%s: %s", body, p.Detail)
		}
	}
	w.do("POST", "/v1/oauth2/token", signInBody, header("Content-Type", "text/plain")).problem(415)
	w.do("POST", "/v1/oauth2/refresh", `{"refresh_token":"x"}`).problem(401)
	w.do("POST", "/v1/oauth2/refresh", `{}`).problem(401)
	for range 10 {
		w.do("POST", "/v1/oauth2/token", `{"username":"eve@example.com","password":"wrong horse"}`)
	}
	limited := w.do("POST", "/v1/oauth2/token", `{"username":"eve@example.com","password":"wrong horse"}`)
	limited.problem(http.StatusTooManyRequests)
	if limited.header.Get("Retry-After") == "" {
		t.Error("it does not say when to try again")
	}
}

func TestCookieUnderTLS(t *testing.T) {
	w := newWorld(t)
	w.person("Ann", nil)
	deps := w.deps
	deps.PublicURL = "https://desk.test"
	handler, err := rest.New(deps)
	if err != nil {
		t.Fatal(err)
	}
	w.handler = handler
	a := w.do("POST", "/v1/oauth2/token", signInBody)
	if c := cookieOf(a); c == nil || c.Name != "__Host-switchboard_refresh" || !c.Secure || c.Path != "/" || c.Domain != "" {
		t.Errorf("the cookie is %+v", c)
	}
	if a.header.Get("Strict-Transport-Security") == "" {
		t.Error("no HSTS behind TLS")
	}
}

// A page's first response contains the user and the token, and the page keeps the schema of that
// version.
func TestAPageThatBeginsAsksOnce(t *testing.T) {
	w := newWorld(t)
	ann := w.person("Ann", nil)
	cookie := cookieOf(w.do("POST", "/v1/oauth2/token", signInBody, ownPage).is(200))
	answer := w.do("POST", "/v1/oauth2/refresh?with=me", `{}`, ownPage, withCookie(cookie)).is(200)
	var opened struct {
		Access string          `json:"access_token"`
		Me     json.RawMessage `json:"me"`
		Schema string          `json:"schema"`
	}
	answer.into(&opened)
	if got := answer.header.Get("Cache-Control"); got != "private, no-store" {
		t.Errorf("who is here is kept: %s", got)
	}
	bearer := header("Authorization", "Bearer "+opened.Access)
	if me := w.do("GET", "/v1/me", "", bearer).is(200); opened.Access == "" || string(opened.Me) != string(me.body) || !strings.Contains(string(opened.Me), string(ann.id)) {
		t.Errorf("told %s, and then %s", opened.Me, me.body)
	}
	plain := w.do("GET", "/v1/schema", "", bearer).is(200)
	kept := w.do("GET", "/v1/schema?version="+opened.Schema, "", bearer).is(200)
	if kept.header.Get("Cache-Control") != "private, max-age=31536000, immutable" || string(kept.body) != string(plain.body) {
		t.Errorf("the schema of its version: %v", kept.header)
	}
	for _, target := range []string{"/v1/schema", "/v1/schema?version=0123456789abcdef01234567", "/v1/schema?version="} {
		if got := w.do("GET", target, "", bearer).is(200).header.Get("Cache-Control"); got != "private, no-store" {
			t.Errorf("%s may be kept: %s", target, got)
		}
	}
	var later map[string]any
	if w.do("POST", "/v1/oauth2/refresh", `{}`, ownPage, withCookie(cookie)).into(&later); later["me"] != nil || later["schema"] != nil {
		t.Errorf("nobody asked for it: %v", later)
	}
}
