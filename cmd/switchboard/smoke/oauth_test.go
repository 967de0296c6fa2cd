package smoke_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/cmd/switchboard/demo"
	"switchboard/storage/id"
	"switchboard/storage/waittest"
)

// connected creates another system and a credential for it that belongs to
// the user.
func (d *desk) connected(o *provider, user id.ID) (system, credential id.ID) {
	d.T.Helper()
	system = d.create("integrated_app", map[string]any{
		"name": "CRM", "authentication_url": o.URL + "/services/oauth2/authorize", "token_url": o.URL + "/services/oauth2/token",
		"client_secret": clientSecret, "config": map[string]string{"client_id": clientID, "redirect_uri": "/oauth2/callback", "response_type": "code"},
	})
	return system, d.create("auth_credential", map[string]any{"name": "Mine at CRM", "integrated_app": system, "user": user})
}

// data returns the credential's content as seen by a user with the right to
// decrypt it.
func (d *desk) data(credential id.ID) map[string]string {
	d.T.Helper()
	var answer struct{ Value json.RawMessage }
	d.Must(http.MethodPost, "/v1/object/auth_credential/"+credential.String()+"/decrypt", map[string]string{"field": "data"}, &answer)
	var data map[string]string
	if err := json.Unmarshal(answer.Value, &data); err != nil {
		d.T.Fatalf("%v in %s", err, answer.Value)
	}
	return data
}

// A user authorizes the product in another system, across a restart of the
// product; the code is accepted once, and the tokens are never visible.
func TestACredentialIsAuthorized(t *testing.T) {
	p := startConnected(t)
	o := newProvider(t)
	admin, agent := p.signIn("admin"), p.signIn("agent1")
	_, credential := admin.connected(o, agent.me())
	b := agent.browse()
	address := b.begins(credential)
	back := b.back(address)
	p.Restart()
	back = strings.Replace(back, "http://"+mustHost(t, back), p.URL, 1)
	result := b.opens(back)
	if got := agent.outcome(result); got != (outcome{"done", "CRM", ""}) {
		t.Fatalf("got %v", got)
	}
	var stands struct {
		Verified  bool
		LastError *string `json:"last_error"`
		Data      string
	}
	agent.get("auth_credential", credential, &stands)
	if !stands.Verified || stands.LastError != nil || stands.Data != "" {
		t.Errorf("its user sees %v", stands)
	}
	data := admin.data(credential)
	if !strings.HasPrefix(data["access_token"], "access-") || !strings.HasPrefix(data["refresh_token"], "refresh-") || data["expires_at"] == "" || data["instance_url"] != "https://acme.my.salesforce.com" {
		t.Errorf("it holds %v", slices.Sorted(maps.Keys(data)))
	}
	waittest.Until(t, "the history to say who did it", func() bool {
		return slices.ContainsFunc(admin.became("auth_credential", credential, "data"), func(line string) bool { return strings.Contains(line, "***") })
	})
	if got := b.opens(back).Get("why"); got != "used" {
		t.Errorf("again: %q", got)
	}
	if o.given != 1 {
		t.Errorf("%d tokens were given", o.given)
	}
	if status := admin.Request(http.MethodGet, "/v1/oauth2/outcome/"+result.Get("id"), nil, nil); status != http.StatusNotFound {
		t.Errorf("somebody else reads the outcome: %d", status)
	}
}

func mustHost(t *testing.T, address string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return u.Host
}

// A callback that does not belong to an authorization of this browser yields
// no tokens.
func TestAnswersThatAreNotTakenIn(t *testing.T) {
	p := startConnected(t)
	o := newProvider(t)
	admin, agent := p.signIn("admin"), p.signIn("agent1")
	system, credential := admin.connected(o, agent.me())
	b := agent.browse()
	conn, err := pgx.Connect(t.Context(), p.DSN)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(t.Context()) }()
	change := func(key, value string) string {
		u, err := url.Parse(b.back(b.begins(credential)))
		if err != nil {
			t.Fatal(err)
		}
		q := u.Query()
		q.Set(key, value)
		u.RawQuery = q.Encode()
		return u.String()
	}
	run := func(statement string, args ...any) {
		t.Helper()
		if tag, err := conn.Exec(t.Context(), strings.ReplaceAll(statement, "auth_request", `"org_`+demo.Organization.Compact()+`".auth_request`), args...); err != nil || tag.RowsAffected() == 0 {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	state := func(address string) string {
		u, _ := url.Parse(address)
		return u.Query().Get("state")
	}
	for name, c := range map[string]struct {
		address, why string
	}{
		"no state": {change("state", ""), "unknown"}, "a made up state": {change("state", demo.Organization.String()+"."+id.New().String()+".sealed:12345678.AAAA"), "unknown"},
		"another's browser": {b.back(b.begins(credential)), "elsewhere"},
	} {
		opener := b
		if c.why == "elsewhere" {
			opener = agent.browse()
		}
		if got := opener.opens(c.address); got.Get("why") != c.why || got.Has("id") {
			t.Errorf("%s: %v", name, got)
		}
	}
	moved := strings.Split(state(b.begins(credential)), ".")
	moved[1] = strings.Split(state(b.begins(credential)), ".")[1]
	if got := b.opens(change("state", strings.Join(moved, "."))).Get("why"); got != "unknown" {
		t.Errorf("the state of another one: %q", got)
	}
	late := b.back(b.begins(credential))
	run("UPDATE auth_request SET expires_date = now() - interval '1 second' WHERE id = $1", strings.Split(state(late), ".")[1])
	if got := b.opens(late).Get("why"); got != "expired" {
		t.Errorf("late: %q", got)
	}
	for name, c := range map[string]struct {
		address string
		prepare func()
		want    outcome
	}{
		"a wrong code": {address: change("code", "x"), want: outcome{"refused", "CRM", "CRM refused: expired authorization code"}},
		"refused": {prepare: func() {
			o.refuses = url.Values{"error": {"access_denied"}, "error_description": {"end-user\ndenied <b>authorization</b>"}}
		}, want: outcome{"refused", "CRM", "CRM refused: end-user denied <b>authorization</b>"}},
		"led to a private address": {prepare: func() { o.leads = "http://10.0.0.1/" }, want: outcome{"failed", "CRM", "CRM could not be reached, or did not answer as it should. Try again later."}},
	} {
		if c.prepare != nil {
			o.set(c.prepare)
		}
		address := c.address
		if address == "" {
			address = b.begins(credential)
		}
		if got := agent.outcome(b.opens(address)); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
		o.set(func() { o.refuses, o.leads = nil, "" })
	}
	wrong := b.back(b.begins(credential)) // the verifier of another one
	other := b.back(b.begins(credential))
	u, _ := url.Parse(other)
	code := u.Query().Get("code")
	u, _ = url.Parse(wrong)
	q := u.Query()
	q.Set("code", code)
	u.RawQuery = q.Encode()
	if got := agent.outcome(b.opens(u.String())); got.Status != "refused" {
		t.Errorf("the code of another verifier: %v", got)
	}
	address := b.back(b.begins(credential))
	admin.Must(http.MethodPatch, "/v1/object/integrated_app", map[string]any{"id": system, "token_url": o.URL + "/other", "client_secret": clientSecret}, nil)
	if got := agent.outcome(b.opens(address)); got.Status != "failed" || !strings.Contains(got.Detail, "another address") {
		t.Errorf("another token URL: %v", got)
	}
	var stands struct {
		Verified  bool
		LastError string `json:"last_error"`
	}
	admin.get("auth_credential", credential, &stands)
	if stands.Verified || stands.LastError == "" || o.given != 0 {
		t.Errorf("it stands as %v after %d tokens", stands, o.given)
	}
}

// Who may authorize a credential, and what must be configured before.
func TestWhoMayAuthorizeACredential(t *testing.T) {
	p := startConnected(t)
	o := newProvider(t)
	admin, agent, other := p.signIn("admin"), p.signIn("agent1"), p.signIn("agent2")
	system, credential := admin.connected(o, agent.me())
	path := "/v1/oauth2/authorize/" + credential.String()
	for name, c := range map[string]struct {
		who  *desk
		want int
	}{"its user": {agent, 200}, "who may change it": {admin, 200}, "a colleague": {other, 403}, "nobody": {p.stranger(), 401}} {
		if got := c.who.Request(http.MethodGet, path, nil, nil); got != c.want {
			t.Errorf("%s: %d", name, got)
		}
	}
	if got := admin.Request(http.MethodPatch, "/v1/object/integrated_app", map[string]any{"id": system, "token_url": "https://elsewhere.example/token"}, nil); got != http.StatusUnprocessableEntity {
		t.Errorf("the secret would go elsewhere: %d", got)
	}
	for field, c := range map[string]struct {
		value any
		says  string
	}{
		"authentication_url":      {"https://10.0.0.1/authorize", "public address"},
		"token_url":               {"http://login.example.com/token", "https://"},
		"config":                  {map[string]string{"client_id": clientID, "redirect_uri": "https://elsewhere.example/oauth2/callback"}, "redirect_uri of its Config must be " + p.URL},
		"use_config":              {false, "Use Config"},
		"authentication_protocol": {"basic", "OAuth2"},
	} {
		var before map[string]any
		admin.get("integrated_app", system, &before)
		admin.Must(http.MethodPatch, "/v1/object/integrated_app", map[string]any{"id": system, field: c.value, "client_secret": clientSecret}, nil)
		if status, answer := agent.browse().asks(http.MethodGet, path); status != http.StatusConflict || !strings.Contains(answer.Detail, c.says) {
			t.Errorf("%s: %d %s", field, status, answer.Detail)
		}
		admin.Must(http.MethodPatch, "/v1/object/integrated_app", map[string]any{"id": system, field: before[field], "client_secret": clientSecret}, nil)
	}
	if status, _ := agent.browse().asks(http.MethodGet, path); status != http.StatusOK {
		t.Errorf("set again: %d", status)
	}
}

// Superusers check that a credential works, and authorize it if it does not.
func TestSuperusersRunTheAuthentication(t *testing.T) {
	p := startConnected(t)
	o := newProvider(t)
	admin, agent := p.signIn("admin"), p.signIn("agent1")
	_, credential := admin.connected(o, agent.me())
	path, b := "/v1/oauth2/run/"+credential.String(), admin.browse()
	if status, _ := agent.browse().asks(http.MethodPost, path); status != http.StatusForbidden {
		t.Errorf("its user runs it: %d", status)
	}
	status, answer := b.asks(http.MethodPost, path)
	if status != http.StatusOK || answer.URL == "" || answer.Status != nil {
		t.Fatalf("not authorized yet: %d %v", status, answer)
	}
	if got := admin.outcome(b.opens(answer.URL)); got.Status != "done" {
		t.Fatalf("authorized: %v", got)
	}
	before := admin.data(credential)
	if status, answer = b.asks(http.MethodPost, path); status != http.StatusOK || answer.Status != "works" || answer.URL != "" {
		t.Errorf("it works: %d %v", status, answer)
	}
	if after := admin.data(credential); after["access_token"] == before["access_token"] || after["refresh_token"] == before["refresh_token"] {
		t.Error("the tokens were not renewed")
	}
	o.set(func() { clear(o.refresh) }) // as if it had been revoked there
	if status, answer = b.asks(http.MethodPost, path); status != http.StatusOK || answer.URL == "" {
		t.Errorf("revoked: %d %v", status, answer)
	}
	var stands struct {
		Verified     bool
		LastError    string    `json:"last_error"`
		ModifiedDate time.Time `json:"modified_date"`
	}
	agent.get("auth_credential", credential, &stands)
	if stands.Verified || stands.LastError != "CRM refused: expired authorization code" {
		t.Errorf("it stands as %v", stands)
	}
}
