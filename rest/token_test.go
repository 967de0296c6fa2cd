package rest_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"switchboard/storage/id"
	"switchboard/storage/row"
)

// form asks the token endpoint as clients of the standard do.
func (w *world) form(values map[string]string, change ...func(*http.Request)) *answer {
	w.t.Helper()
	body := url.Values{}
	for name, value := range values {
		body.Set(name, value)
	}
	return w.do("POST", "/v1/oauth2/token", body.Encode(),
		append([]func(*http.Request){header("Content-Type", "application/x-www-form-urlencoded")}, change...)...)
}

// refused asserts the error response of RFC 6749 §5.2 with our detail.
func (a *answer) refused(status int, code string) {
	a.t.Helper()
	var p struct {
		Error       string `json:"error"`
		Description string `json:"error_description"`
		Detail      string `json:"detail"`
	}
	if a.status != status || a.header.Get("Content-Type") != "application/json" || json.Unmarshal(a.body, &p) != nil ||
		p.Error != code || p.Description == "" || p.Detail == "" || a.header.Get("Cache-Control") != "private, no-store" {
		a.t.Errorf("%s: %d %s %s, want %d %s", a.what, a.status, a.header.Get("Content-Type"), a.body, status, code)
	}
}

func (w *world) me(token string) *answer {
	return w.do("GET", "/v1/me", "", header("Authorization", "Bearer "+token))
}

func TestTokensByForm(t *testing.T) {
	w := newWorld(t)
	w.person("Ann", nil)
	var got, next tokens
	w.form(map[string]string{"grant_type": "password", "username": "ann@example.com", "password": password, "scope": "all"}).into(&got)
	if got.Access == "" || got.Type != "Bearer" || got.ExpiresIn != 600 || got.Refresh == "" {
		t.Errorf("the answer is %+v", got)
	}
	w.form(map[string]string{"grant_type": "refresh_token", "refresh_token": got.Refresh}).into(&next)
	w.me(next.Access).is(200)
	w.do("POST", "/v1/oauth2/token", `{"grant_type":"refresh_token","refresh_token":"`+got.Refresh+`"}`).into(&next)
	w.me(next.Access).is(200)
	for _, c := range []struct {
		ask    map[string]string
		status int
		code   string
	}{
		{map[string]string{"grant_type": "password", "username": "ann@example.com", "password": "wrong horse"}, 400, "invalid_grant"},
		{map[string]string{"grant_type": "password", "username": "nobody@example.com", "password": "wrong horse"}, 400, "invalid_grant"},
		{map[string]string{"grant_type": "password", "username": "ann@example.com"}, 400, "invalid_request"},
		{map[string]string{"grant_type": "refresh_token", "refresh_token": "x"}, 400, "invalid_grant"},
		{map[string]string{"grant_type": "refresh_token"}, 400, "invalid_request"},
		{map[string]string{"grant_type": "implicit"}, 400, "unsupported_grant_type"},
		{map[string]string{"grant_type": "client_credentials", "client_id": "x", "client_secret": "y"}, 401, "invalid_client"},
		{map[string]string{"grant_type": "client_credentials", "client_id": "x"}, 400, "invalid_request"},
	} {
		w.form(c.ask).refused(c.status, c.code)
	}
	w.do("POST", "/v1/oauth2/token", "grant_type=password&username=a&username=b", header("Content-Type", "application/x-www-form-urlencoded")).refused(400, "invalid_request")
	w.do("POST", "/v1/oauth2/token", "grant_type=%zz", header("Content-Type", "application/x-www-form-urlencoded")).refused(400, "invalid_request")
	// A form needs no preflight, so another origin's page could send it.
	w.form(map[string]string{"grant_type": "password", "username": "ann@example.com", "password": password}, header("Origin", "https://evil.test")).refused(400, "unauthorized_client")
	// The JSON form responds with the same additional members.
	a := w.do("POST", "/v1/oauth2/token", `{"username":"ann@example.com","password":"wrong horse"}`)
	a.problem(http.StatusUnauthorized)
	if !strings.Contains(string(a.body), `"error":"invalid_grant"`) {
		t.Errorf("the answer is %s", a.body)
	}
}

type apiKey struct {
	ID       id.ID      `json:"id"`
	Name     string     `json:"name"`
	ClientID string     `json:"client_id"`
	Secret   string     `json:"client_secret"`
	LastUsed *time.Time `json:"last_used"`

	CreatedBy   named   `json:"created_by"`
	Permissions []named `json:"permissions"`
	Active      bool    `json:"active"`
}

type named struct {
	ID   id.ID  `json:"id"`
	Name string `json:"name"`
}

func (k apiKey) ask() map[string]string {
	return map[string]string{"grant_type": "client_credentials", "client_id": k.ClientID, "client_secret": k.Secret}
}

func TestTokensForPrograms(t *testing.T) {
	w := newWorld(t)
	set := w.set("Readers", `{"contact":{"read":true}}`, `{}`)
	p := boss(w)
	var key apiKey
	made := p.do("POST", "/v1/api_key", `{"name":"Importer","permissions":["`+string(set)+`"]}`).is(http.StatusCreated)
	made.into(&key)
	for name, value := range w.record("api_key", key.ID).Fields {
		if value == key.Secret {
			t.Errorf("%s holds the secret", name)
		}
	}
	if list := p.do("GET", "/v1/api_key", "").is(200); strings.Contains(string(list.body), key.Secret) || !strings.Contains(string(list.body), key.ClientID) {
		t.Errorf("the list is %s", list.body)
	}
	var got, again tokens
	w.form(key.ask()).into(&got)
	if got.Refresh != "" || cookieOf(w.form(key.ask())) != nil {
		t.Errorf("a program got a refresh token: %+v", got)
	}
	basic := func(r *http.Request) { r.SetBasicAuth(url.QueryEscape(key.ClientID), url.QueryEscape(key.Secret)) }
	w.form(map[string]string{"grant_type": "client_credentials"}, basic).into(&again)
	w.do("POST", "/v1/oauth2/token", `{"grant_type":"client_credentials","client_id":"`+key.ClientID+`","client_secret":"`+key.Secret+`"}`).into(&again)
	program := &person{world: w, id: key.ID, token: got.Access}
	w.me(got.Access).is(200)
	program.do("GET", "/v1/object/contact", "").is(200)
	program.do("GET", "/v1/object/note", "").problem(403)
	program.do("POST", "/v1/object/contact", `{"name":"X"}`).problem(403)
	program.do("GET", "/v1/api_key", "").problem(403)
	w.form(map[string]string{"grant_type": "client_credentials", "client_id": key.ClientID}, basic).is(200)
	w.form(key.ask(), basic).refused(400, "invalid_request")
	bad := key
	first := "x"
	if key.Secret[:1] == first {
		first = "y"
	}
	bad.Secret = first + key.Secret[1:]
	wrong := w.form(bad.ask())
	wrong.refused(401, "invalid_client")
	if !strings.HasPrefix(wrong.header.Get("WWW-Authenticate"), "Basic") {
		t.Errorf("the challenge is %s", wrong.header.Get("WWW-Authenticate"))
	}
	// Deleting the key ends what it opened.
	p.do("DELETE", "/v1/api_key/"+string(key.ID), "").is(204)
	w.form(key.ask()).refused(401, "invalid_client")
	w.me(got.Access).problem(http.StatusUnauthorized)
	p.do("DELETE", "/v1/api_key/"+string(key.ID), "").problem(404)
}

// A program is given one key by one command, however often it is repeated.
func TestAKeyIsMadeAndDeletedOnce(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	var key apiKey
	p.do("POST", "/v1/api_key", `{"name":"Importer"}`, header("Idempotency-Key", "make")).is(http.StatusCreated).into(&key)
	if again := p.do("POST", "/v1/api_key", `{"name":"Importer"}`, header("Idempotency-Key", "make")).problem(http.StatusConflict); !strings.Contains(again.Detail, "shown only once") {
		t.Errorf("the repeat says %q", again.Detail)
	}
	var list struct{ Data []apiKey }
	if p.do("GET", "/v1/api_key", "").is(200).into(&list); len(list.Data) != 1 {
		t.Errorf("%d keys", len(list.Data))
	}
	for range 2 {
		p.do("DELETE", "/v1/api_key/"+string(key.ID), "", header("Idempotency-Key", "delete")).is(http.StatusNoContent)
	}
	// A command's id stands for one key alone: another one is not taken for deleted.
	var one, other apiKey
	p.do("POST", "/v1/api_key", `{"name":"One"}`).into(&one)
	p.do("POST", "/v1/api_key", `{"name":"Other"}`).into(&other)
	p.do("DELETE", "/v1/api_key/"+string(one.ID), `{"command":"again"}`).is(http.StatusNoContent)
	p.do("DELETE", "/v1/api_key/"+string(other.ID), `{"command":"again"}`).is(http.StatusNoContent)
	if p.do("GET", "/v1/api_key", "").is(200).into(&list); len(list.Data) != 0 {
		t.Errorf("%d keys are left", len(list.Data))
	}
}

// The list shows each key's rights, creator and state.
func TestTheKeyListShowsRightsAndState(t *testing.T) {
	w := newWorld(t)
	readers, writers := w.set("Readers", `{"contact":{"read":true}}`, `{}`), w.set("Writers", `{"contact":{"read":true,"create":true}}`, `{}`)
	p := boss(w)
	var key, bare apiKey
	p.do("POST", "/v1/api_key", `{"name":"Importer","permissions":["`+string(readers)+`"]}`).is(http.StatusCreated).into(&key)
	p.do("POST", "/v1/api_key", `{"name":"Bare"}`).is(http.StatusCreated).into(&bare)
	same := func(what string, got apiKey, active bool, sets ...named) {
		t.Helper()
		if got.CreatedBy != (named{p.id, "Boss"}) || !slices.Equal(got.Permissions, sets) || got.Active != active {
			t.Errorf("%s: %+v, want the sets %v, active %v", what, got, sets, active)
		}
	}
	same("what was made", key, true, named{readers, "Readers"})
	same("without sets", bare, true)
	p.do("PATCH", "/v1/object/user", `{"id":"`+string(key.ID)+`","permissions":["`+string(writers)+`","`+string(readers)+`"]}`).is(200)
	p.do("PATCH", "/v1/object/user", `{"id":"`+string(bare.ID)+`","is_active":false}`).is(200)
	var list struct{ Data []apiKey }
	if p.do("GET", "/v1/api_key", "").is(200).into(&list); len(list.Data) != 2 || list.Data[0].Name != "Bare" {
		t.Fatalf("the keys are %+v", list.Data)
	}
	same("a disabled one", list.Data[0], false)
	same("one with other sets", list.Data[1], true, named{writers, "Writers"}, named{readers, "Readers"})
}

func TestKeysAreSuperusers(t *testing.T) {
	w := newWorld(t)
	admins := w.set("Admins", `{`+usersRight+`}`, `{}`, "administer_users")
	admin := w.person("Admin", row.Fields{"permissions": []id.ID{admins}})
	p := boss(w)
	for _, body := range []string{
		`{"name":""}`, `{}`, `{"name":"X","permissions":["x"]}`, `{"name":"X","permissions":["` + string(someID) + `"]}`,
		`{"name":"X","permissions":"` + string(someID) + `"}`, `{"name":"X","expires":"soon"}`, `{"name":"X","expires":"2001-01-01T00:00:00Z"}`, `{"name":"X","is_superuser":true}`,
	} {
		p.do("POST", "/v1/api_key", body).problem(422)
	}
	var key apiKey
	p.do("POST", "/v1/api_key", `{"name":"X"}`).into(&key)
	admin.do("POST", "/v1/api_key", `{"name":"X"}`).problem(403)
	admin.do("GET", "/v1/api_key", "").problem(403)
	admin.do("DELETE", "/v1/api_key/"+string(key.ID), "").problem(403)
	for _, method := range []string{"GET", "DELETE"} {
		p.do(method, "/v1/object/api_key/"+string(key.ID), "").problem(404)
	}
	stranger := newOrganization(w).person("Stranger", row.Fields{"is_superuser": true})
	stranger.do("DELETE", "/v1/api_key/"+string(key.ID), "").problem(404)
	// The user it acts as can be disabled like any other.
	w.form(key.ask()).is(200)
	p.do("PATCH", "/v1/object/user", `{"id":"`+string(key.ID)+`","is_active":false}`).is(200)
	w.form(key.ask()).refused(401, "invalid_client")
	// The address of a key's user can't be used to sign in.
	w.form(map[string]string{"grant_type": "password", "username": string(key.ID) + "@key.invalid", "password": key.Secret}).refused(400, "invalid_grant")
}
