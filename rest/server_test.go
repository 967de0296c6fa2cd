package rest_test

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/go-chi/chi/v5"

	"github.com/prometheus/client_golang/prometheus"

	"switchboard/rest"
	"switchboard/rest/wire"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// publicRoutes are all that need no sign-in.
var publicRoutes = []string{
	"GET /healthz", "GET /readyz", "GET /metrics",
	"POST /v1/oauth2/token", "POST /v1/oauth2/second_factor", "POST /v1/oauth2/refresh", "POST /v1/oauth2/revoke", "GET /v1/public/instance",
	"POST /v1/invitation/look", "POST /v1/invitation/accept",
	"POST /v1/password/forgot", "POST /v1/password/look", "POST /v1/password/reset", "GET /v1/public/files/{name}", "OPTIONS /v1/files/resumable",
}

// Every route is on the list of public ones, or refuses who is not signed in
// before it looks at anything else.
func TestEveryRouteNeedsAPrincipal(t *testing.T) {
	w := newWorld(t)
	routes, ok := w.handler.(chi.Routes)
	if !ok {
		t.Fatal("the handler does not list its routes")
	}
	seen := map[string]bool{}
	signed := 0
	err := chi.Walk(routes, func(method, route string, _ http.Handler, _ ...func(http.Handler) http.Handler) error {
		route = strings.TrimSuffix(route, "/")
		name := method + " " + route
		if route == "/socket.io" || route == "/signal" || strings.HasPrefix(route, "/v1/webhooks") {
			return nil // the hub's sign-in, the phone's access token, the provider's signature
		}
		seen[name] = true
		if slices.Contains(publicRoutes, name) {
			return nil
		}
		signed++
		target := strings.NewReplacer("{object}", "contact", "{id}", string(someID)).Replace(route)
		for _, token := range []string{"", "Bearer", "Bearer x", "Basic YTpi", "Bearer " + strings.Repeat(".", 1<<16)} {
			a := w.do(method, target, `{"broken`, header("Authorization", token))
			a.problem(http.StatusUnauthorized)
			if a.header.Get("WWW-Authenticate") == "" {
				t.Errorf("%s does not say how to sign in", name)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range publicRoutes {
		if !seen[name] {
			t.Errorf("%s is on the list and does not exist", name)
		}
	}
	if signed < 17 {
		t.Errorf("only %d routes were walked", signed)
	}
	w.do("POST", "/v1/nowhere", `{"query":"SELECT name FROM user"}`).problem(http.StatusNotFound)
}

func TestASessionThatEndedIsRefused(t *testing.T) {
	w := newWorld(t)
	p := w.person("Ann", nil)
	p.do("GET", "/v1/me", "").is(200)
	_, err := w.store.Commit(t.Context(), row.Change{Organization: w.org, Writes: []row.Write{
		{Object: "user", ID: p.id, Op: entry.Updated, Set: row.Fields{"is_active": false}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	w.accounts.Principals.Append(w.org, []entry.Entry{{Object: "user", ID: p.id, Op: entry.Updated, After: entry.Fields{"is_active": []byte("false")}}})
	p.do("GET", "/v1/me", "").problem(http.StatusUnauthorized)
	// The token counts in the header alone.
	other := w.person("Bob", nil)
	w.do("GET", "/v1/me?access_token="+other.token, "").problem(http.StatusUnauthorized)
}

func TestErrorsShowNothingOfOurs(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	a := p.do("PATCH", "/v1/twilio/call", `{"id":"`+string(someID)+`","status":"completed"}`)
	a.problem(http.StatusInternalServerError)
	b := p.do("POST", "/v1/twilio/call", `{"to":"panic"}`)
	b.problem(http.StatusInternalServerError)
	for _, got := range []*answer{a, b} {
		if strings.Contains(string(got.body), "secret") || strings.Contains(string(got.body), ".go") {
			t.Errorf("the answer shows %s", got.body)
		}
	}
	log := w.logs.String()
	if !strings.Contains(log, "secret of the database") || !strings.Contains(log, "secret in a panic") || !strings.Contains(log, b.header.Get("X-Request-ID")) {
		t.Errorf("the log lacks the causes: %s", log)
	}
	p.do("GET", "/v1/me", "").is(200) // the server goes on
	if strings.Contains(log, p.token) {
		t.Error("a token is in the log")
	}
}

func TestRequestIDs(t *testing.T) {
	w := newWorld(t)
	if got := w.do("GET", "/healthz", "", header("X-Request-ID", "trace-7")).header.Get("X-Request-ID"); got != "trace-7" {
		t.Errorf("the client's id became %q", got)
	}
	for _, bad := range []string{"a b", "x\ny", strings.Repeat("x", 65)} {
		if got := w.do("GET", "/healthz", "", header("X-Request-ID", bad)).header.Get("X-Request-ID"); got == bad || got == "" {
			t.Errorf("%q became %q", bad, got)
		}
	}
}

func TestUnknownAddresses(t *testing.T) {
	w := newWorld(t)
	for _, target := range []string{"/v1", "/v1/", "/v1/nonsense", "/v1/object", "/v1/object/contact/x/y", "/assets/none.js", "/none.js", "/v1/../etc/passwd"} {
		w.do("GET", target, "").problem(http.StatusNotFound)
	}
	for _, target := range []string{"/mcp", "/.well-known/oauth-protected-resource", "/.well-known/oauth-authorization-server/mcp", "/V1/me", "/api/v1/contact", "/metrics/x"} {
		for _, method := range []string{"GET", "POST"} {
			w.do(method, target, "").problem(http.StatusNotFound)
		}
	}
	for accept, want := range map[string]int{
		"text/html,application/xhtml+xml;q=0.9": http.StatusOK, "*/*": http.StatusOK,
		"application/json": http.StatusNotFound, "application/json, text/event-stream": http.StatusNotFound,
	} {
		w.do("GET", "/contact/list", "", header("Accept", accept)).is(want)
	}
	if p := w.do("PUT", "/v1/object/contact", "{}").problem(http.StatusMethodNotAllowed); p.Detail != "There is no PUT at this address. Use GET, POST, PATCH or DELETE." {
		t.Errorf("another method: %q", p.Detail)
	}
	w.do("POST", "/login", "{}").problem(http.StatusNotFound)
}

func from(address string) func(*http.Request) {
	return func(r *http.Request) { r.RemoteAddr = address }
}

func TestMetricsAreNotForEverybody(t *testing.T) {
	w := newWorld(t)
	w.do("GET", "/metrics", "").problem(http.StatusForbidden)
	w.do("GET", "/metrics", "", from("127.0.0.1:5"), header("X-Forwarded-For", "203.0.113.7")).problem(http.StatusForbidden)
	// A proxy on this machine is local too.
	for _, local := range []string{"127.0.0.1:5", "[::1]:5"} {
		w.do("GET", "/metrics", "", from(local)).problem(http.StatusForbidden)
		w.do("GET", "/metrics", "", from(local), header("Authorization", "Bearer ")).problem(http.StatusForbidden)
	}
	deps := w.deps
	deps.Metrics, deps.MetricsToken = prometheus.NewRegistry(), "figures"
	handler, err := rest.New(deps)
	if err != nil {
		t.Fatal(err)
	}
	w.handler = handler
	w.do("GET", "/metrics", "", from("127.0.0.1:5")).problem(http.StatusForbidden)
	w.do("GET", "/metrics", "", header("Authorization", "Bearer figure")).problem(http.StatusForbidden)
	if a := w.do("GET", "/metrics", "", header("Authorization", "Bearer figures")).is(http.StatusOK); !strings.Contains(string(a.body), "switchboard_http_request_seconds") {
		t.Error("no figures of requests")
	}
	w.do("HEAD", "/metrics", "", header("Authorization", "Bearer figures")).is(http.StatusOK)
}

func TestHealth(t *testing.T) {
	w := newWorld(t)
	w.do("GET", "/healthz", "").is(200)
	w.do("GET", "/readyz", "").is(200)
	deps := w.deps
	asked := 0
	deps.Ready = func(context.Context) error { asked++; return errors.New("the relay stands still") }
	handler, err := rest.New(deps)
	if err != nil {
		t.Fatal(err)
	}
	w.handler = handler
	for range 5 {
		if problem := w.do("GET", "/readyz", "").problem(http.StatusServiceUnavailable); strings.Contains(problem.Detail, "relay") {
			t.Errorf("it says why: %+v", problem)
		}
	}
	if asked != 1 {
		t.Errorf("five questions asked the database %d times", asked)
	}
}

func TestStaticFiles(t *testing.T) {
	w := newWorld(t)
	for _, target := range []string{"/", "/login", "/view/contact/list", "/simulator", "/index.html"} {
		a := w.do("GET", target, "").is(200)
		if !strings.Contains(string(a.body), "<title>Switchboard") || a.header.Get("Cache-Control") != "no-cache" || a.header.Get("Content-Type") != "text/html; charset=utf-8" {
			t.Errorf("%s: %v %.40s", target, a.header, a.body)
		}
		tag := a.header.Get("ETag")
		if got := w.do("GET", target, "", header("If-None-Match", tag)); tag == "" || got.status != http.StatusNotModified {
			t.Errorf("%s again: %d", target, got.status)
		}
	}
	plain := w.do("GET", "/assets/main-Abcd1234.js", "").is(200)
	zipped := w.do("GET", "/assets/main-Abcd1234.js", "", header("Accept-Encoding", "deflate, gzip")).is(200)
	if zipped.header.Get("Content-Encoding") != "gzip" || len(zipped.body) >= len(plain.body) || zipped.header.Get("ETag") == plain.header.Get("ETag") {
		t.Errorf("not compressed: %v", zipped.header)
	}
	if got := w.do("GET", "/assets/main-Abcd1234.js", "", header("Accept-Encoding", "gzip"), header("If-None-Match", zipped.header.Get("ETag"))); got.status != http.StatusNotModified {
		t.Errorf("compressed again: %d", got.status)
	}
	if w.do("GET", "/assets/main-Abcd1234.js", "", header("Accept-Encoding", "gzip;q=0")).header.Get("Content-Encoding") != "" {
		t.Error("compressed for one who refuses it")
	}
	if got := plain.header.Get("Cache-Control"); got != "public, max-age=31536000, immutable" || !strings.HasPrefix(plain.header.Get("Content-Type"), "text/javascript") {
		t.Errorf("%v", plain.header)
	}
	for accepted, want := range map[string]string{
		"gzip, deflate, br": "br", "BR": "br", "br;q=0.5, gzip": "gzip", "br;q=0, *": "gzip", "*": "br", "gzip;q=0.1, br; q=0.2": "br",
		"": "", "zstd": "", "br;q=0, gzip;q=0": "", "*;q=0": "", "br;q=x": "", "identity": "",
	} {
		a := w.do("GET", "/assets/main-Abcd1234.js", "", header("Accept-Encoding", accepted)).is(200)
		if got := a.header.Get("Content-Encoding"); got != want || a.header.Get("Vary") != "Accept-Encoding" {
			t.Errorf("%q: %q, Vary %q", accepted, got, a.header.Get("Vary"))
		}
		if want == "br" && string(a.body) != "as the build packed it" {
			t.Errorf("%q: %.40s", accepted, a.body)
		}
	}
	w.do("GET", "/assets/main-Abcd1234.js.br", "").problem(404)
	if got := w.do("GET", "/mark.svg", "").is(200).header.Get("Cache-Control"); got != "public, max-age=3600" {
		t.Errorf("a file without a hash: %s", got)
	}
	w.do("GET", "/.gitkeep", "").problem(404)
	if a := w.do("HEAD", "/", "").is(200); a.header.Get("Content-Length") == "" {
		t.Errorf("HEAD: %v", a.header)
	}
}

// The page's own script runs by its hash, and no other that stands in a page.
func TestTheScriptInThePage(t *testing.T) {
	w := newWorld(t)
	const start = "const started = true;"
	deps := w.deps
	deps.Static = fstest.MapFS{"index.html": {Data: []byte("<!doctype html><script>" + start + `</script><script type="module" src="/assets/a.js"></script>`)}}
	handler, err := rest.New(deps)
	if err != nil {
		t.Fatal(err)
	}
	w.handler = handler
	sum := sha256.Sum256([]byte(start))
	want := "script-src 'self' 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; "
	for _, accepted := range []string{"", "gzip"} {
		if policy := w.do("GET", "/view/contact/list", "", header("Accept-Encoding", accepted)).is(200).header.Get("Content-Security-Policy"); !strings.Contains(policy, want) || strings.Count(policy, "sha256") != 1 {
			t.Errorf("%s lacks %s", policy, want)
		}
	}
	if policy := w.do("GET", "/v1/me", "").header.Get("Content-Security-Policy"); strings.Contains(policy, "sha256") {
		t.Error(policy)
	}
}

func TestSecurityHeaders(t *testing.T) {
	w := newWorld(t)
	for _, target := range []string{"/", "/v1/me", "/v1/nonsense", "/assets/main-Abcd1234.js", "/healthz"} {
		h := w.do("GET", target, "").header
		policy := h.Get("Content-Security-Policy")
		for _, want := range []string{"default-src 'self'", "script-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "connect-src 'self' ws://desk.test"} {
			if !strings.Contains(policy, want) {
				t.Errorf("%s: the policy lacks %s: %s", target, want, policy)
			}
		}
		if strings.Contains(policy, "unsafe") || strings.Contains(policy, "%") {
			t.Errorf("%s: %s", target, policy)
		}
		for name, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin", "X-Frame-Options": "DENY",
		} {
			if h.Get(name) != want {
				t.Errorf("%s: %s is %q", target, name, h.Get(name))
			}
		}
		if h.Get("Strict-Transport-Security") != "" {
			t.Errorf("%s: HSTS without TLS", target)
		}
	}
	if got := w.do("GET", "/v1/me", "").header.Get("Cache-Control"); got != "private, no-store" {
		t.Errorf("the API says %s", got)
	}
}

func TestOrigins(t *testing.T) {
	w := newWorld(t)
	ask := func(origin string) http.Header {
		return w.do("OPTIONS", "/v1/object/contact", "", header("Origin", origin), header("Access-Control-Request-Method", "PATCH")).header
	}
	if h := ask("https://partner.test"); h.Get("Access-Control-Allow-Origin") != "https://partner.test" || !strings.Contains(h.Get("Access-Control-Allow-Methods"), "PATCH") {
		t.Errorf("the partner: %v", h)
	}
	for _, origin := range []string{"https://evil.test", "http://partner.test", "https://partner.test:444", "https://xpartner.test", "null", "https://partner.test.evil.test"} {
		if got := ask(origin).Get("Access-Control-Allow-Origin"); got != "" {
			t.Errorf("%s may: %s", origin, got)
		}
	}
	if got := w.do("GET", "/v1/public/instance", "", header("Origin", "https://partner.test")).header; got.Get("Access-Control-Allow-Credentials") != "" || !strings.Contains(got.Get("Access-Control-Expose-Headers"), "X-Total-Count") {
		t.Errorf("%v", got)
	}
}

func TestSimulatorRoutes(t *testing.T) {
	w := newWorld(t)
	w.do("POST", "/simulator/calls", `{}`).problem(http.StatusUnauthorized)
	if len(w.desk.calls) != 0 {
		t.Errorf("told %v by one who is not signed in", w.desk.calls)
	}
	ann, boss := w.person("Ann", nil), w.person("Boss", row.Fields{"is_superuser": true})
	for _, route := range []struct{ method, path string }{
		{"GET", "/simulator/state"}, {"POST", "/simulator/calls"}, {"POST", "/simulator/texts"}, {"POST", "/simulator/refuse"}, {"POST", "/simulator/outage"},
		{"POST", "/simulator/calls/CA1/voice"}, {"GET", "/simulator/calls/CA1/hearing"}, {"POST", "/simulator/calls/CA1/media"}, {"POST", "/simulator/calls/CA1/hangup"}, {"POST", "/simulator/calls/CA1/answer"},
	} {
		ann.do(route.method, route.path, `{}`).problem(http.StatusForbidden)
		boss.do(route.method, route.path, `{}`).is(200)
		if want := "simulator " + route.path + " with numbers of " + string(w.org); w.desk.last() != want {
			t.Errorf("told %v", w.desk.calls)
		}
	}
	type playing struct{ Simulator, Demo bool }
	plays := func(p *person) (me playing) {
		p.do("GET", "/v1/me", "").is(200).into(&me)
		return me
	}
	if got := [2]playing{plays(ann), plays(boss)}; got != [2]playing{{}, {Simulator: true}} {
		t.Errorf("a member and a superuser receive %v", got)
	}
	deps := w.deps
	deps.Demo = w.org
	demo, err := rest.New(deps)
	if err != nil {
		t.Fatal(err)
	}
	w.handler = demo
	if ann.do("POST", "/simulator/calls", `{}`).is(200); plays(ann) != (playing{true, true}) {
		t.Errorf("a member of the demo organization receives %v", plays(ann))
	}
	deps.Simulator = nil
	handler, err := rest.New(deps)
	if err != nil {
		t.Fatal(err)
	}
	w.handler = handler
	if plays(ann) != (playing{}) {
		t.Errorf("without a simulator a member of the demo organization receives %v", plays(ann))
	}
	w.do("POST", "/simulator/calls", `{}`).problem(http.StatusNotFound)
	if a := w.do("GET", "/simulator/state", ""); strings.Contains(string(a.body), `"calls"`) {
		t.Error("the simulator's state is there without a simulator")
	}
}

func TestMe(t *testing.T) {
	w := newWorld(t)
	set := w.put("permission", agentSet)
	agent := w.person("Agent", row.Fields{"permissions": []id.ID{set}, "settings": row.JSONValue(map[string]any{"theme": "light", "open": map[string]any{"a": 1}})})
	var me struct {
		User         object
		Organization object
		Rights       map[string]wire.EffectiveRights
		System       []string
	}
	agent.do("GET", "/v1/me", "").into(&me)
	if me.User["email"] != "agent@example.com" || me.Organization["name"] != "Test" || me.User["account"] != nil {
		t.Errorf("I am %v of %v", me.User, me.Organization)
	}
	if r, notes := me.Rights["contact"], me.Rights["note"]; !r.Create || !r.Read || !r.Update || r.Delete || r.Rows != "all" || notes.Rows != "own" {
		t.Errorf("my rights are %v", me.Rights)
	}
	if _, shown := me.Rights["session"]; shown || len(me.System) != 0 {
		t.Errorf("I see %v, %v", me.Rights, me.System)
	}
	agent.do("PATCH", "/v1/me/settings", `{"theme":"dark"}`).is(200)
	if w.desk.sets[0]["settings"] == nil {
		t.Error("the settings did not arrive")
	}
	agent.do("PATCH", "/v1/me/settings", `[]`).problem(400)

	var schemas []object
	agent.do("GET", "/v1/schema", "").into(&schemas)
	var shown []string
	for _, s := range schemas {
		shown = append(shown, s["api_name"].(string))
	}
	if slices.Contains(shown, "permission") || slices.Contains(shown, "session") || !slices.Contains(shown, "contact") {
		t.Errorf("schemas of %v", shown)
	}
	var contact struct {
		Properties map[string]object
		Rights     map[string]bool
	}
	agent.do("GET", "/v1/schema/contact", "").into(&contact)
	if contact.Properties["email"] != nil || contact.Properties["phone"]["modify"] != false || contact.Properties["name"]["modify"] != true || contact.Rights["delete"] {
		t.Errorf("%+v", contact)
	}
	agent.do("GET", "/v1/schema/permission", "").problem(403)
	agent.do("GET", "/v1/schema/session", "").problem(404)
	agent.do("GET", "/v1/schema/nonsense", "").problem(404)
}

func TestCommands(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	command := string(id.New())
	p.do("POST", "/v1/twilio/call/available", `{"call_status":"away","command":"`+command+`"}`).is(200)
	if w.desk.last() != "status away "+command {
		t.Errorf("told %v", w.desk.calls)
	}
	p.do("POST", "/v1/twilio/call/available", `{}`).problem(422)
	var call object
	a := p.do("POST", "/v1/twilio/call", `{"to":"+15551234567"}`).is(http.StatusCreated)
	a.into(&call)
	if call["to_formatted"] != "+15551234567" {
		t.Errorf("the call is %v", call)
	}
	p.do("POST", "/v1/twilio/call", `{}`).problem(422)
	p.do("POST", "/v1/twilio/call", `{"to":"1","contact":7}`).problem(422)
	p.do("PATCH", "/v1/twilio/call", `{"id":"`+string(someID)+`","sid":"CA1","user":{"id":"x"},"status":"in-progress"}`, header("Idempotency-Key", command)).is(http.StatusNoContent)
	if w.desk.last() != "accept "+command {
		t.Errorf("told %v", w.desk.calls)
	}
	if problem := p.do("PATCH", "/v1/twilio/call", `{"id":"`+string(someID)+`","status":"declined"}`).problem(http.StatusConflict); problem.Detail != "Bob has taken this call." {
		t.Errorf("%+v", problem)
	}
	p.do("PATCH", "/v1/twilio/call", `{"id":"`+string(someID)+`","status":"ringing"}`).problem(422)
	p.do("PATCH", "/v1/twilio/call", `{"id":"x","status":"completed"}`).problem(422)
	limited := p.do("POST", "/v1/twilio/message", `{"conversation":"`+string(someID)+`","body":"hi"}`)
	limited.problem(http.StatusTooManyRequests)
	if limited.header.Get("Retry-After") != "2" {
		t.Errorf("try again after %q", limited.header.Get("Retry-After"))
	}
	p.do("POST", "/v1/twilio/message", `{"body":"hi"}`).problem(422)
	begun := p.do("POST", "/v1/twilio/conversation", `{"phone":"+12065550100","friendly_name":"Mia","chat_service_sid":"IS1"}`)
	if begun.is(http.StatusCreated); !strings.Contains(string(begun.body), `{"conversation":{`) {
		t.Errorf("a conversation is answered as %s", begun.body)
	}
	p.do("POST", "/v1/twilio/conversation", `{"phone":"+12065550100","friendly_name":"`+strings.Repeat("x", 257)+`"}`).problem(422)
	if look := p.do("POST", "/v1/twilio/conversation/look", `{"phone":"+12065550100"}`); string(look.body) != `{"number":"+12065550100","refusal":"He said STOP."}` {
		t.Errorf("a look is answered as %q", look.body)
	}
	if problem := p.do("POST", "/v1/twilio/message/"+string(someID)+"/cancel", `{"command":"`+command+`"}`).problem(http.StatusConflict); problem.Detail != "It may have been sent." {
		t.Errorf("%+v", problem)
	}
	p.do("POST", "/v1/twilio/message/"+string(someID)+"/cancel", "").problem(http.StatusConflict)
	p.do("POST", "/v1/twilio/message/x/cancel", "").problem(http.StatusNotFound)
	if told := w.desk.calls; told[len(told)-2] != "cancel "+string(someID)+" "+command || w.desk.last() != "cancel "+string(someID)+" " {
		t.Errorf("told %v", told)
	}
	p.do("POST", "/v1/chat/"+string(someID)+"/read", "").is(http.StatusNoContent)
	p.do("POST", "/v1/twilio/conversation/"+string(someID)+"/read", `{"number":3}`).is(http.StatusNoContent)
	if w.desk.last() != "read "+string(someID) {
		t.Errorf("told %v", w.desk.calls)
	}
	p.do("POST", "/v1/chat/x/read", "").problem(404)
	p.do("POST", "/v1/chat/"+string(someID)+"/read", `{"number":-1}`).problem(422)
	var statuses []struct {
		Name         string
		Availability struct {
			CallAvailability struct {
				CallStatus string `json:"call_status"`
			} `json:"call_availability"`
		}
	}
	p.do("GET", "/v1/status/users", "").into(&statuses)
	if len(statuses) != 1 || statuses[0].Availability.CallAvailability.CallStatus != "available" {
		t.Errorf("%+v", statuses)
	}
}

// A method that an address lacks is refused with those it has, and what answers
// GET answers HEAD (RFC 9110 §9.1, §15.5.6).
func TestMethods(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	for target, want := range map[string][]string{
		"/healthz": {"GET"}, "/v1/object/contact": {"GET", "POST", "PATCH", "DELETE"}, "/v1/object/contact/" + string(someID): {"GET", "PATCH", "DELETE"},
		"/v1/oauth2/token": {"POST"}, "/simulator/calls": {"POST"},
	} {
		a := p.do("PUT", target, "{}")
		a.problem(http.StatusMethodNotAllowed)
		if got := a.header.Values("Allow"); !slices.Equal(got, want) {
			t.Errorf("%s allows %v, not %v", target, got, want)
		}
	}
	for _, target := range []string{"/healthz", "/readyz", "/v1/me", "/v1/object/contact", "/"} {
		p.do("HEAD", target, "").is(http.StatusOK)
	}
	p.do("HEAD", "/v1/twilio/call", "").is(http.StatusMethodNotAllowed)
	w.do("HEAD", "/v1/object/contact", "").is(http.StatusUnauthorized)
}

// A query that breaks off must not lose its filter and answer everything.
func TestABrokenQueryIsRefused(t *testing.T) {
	p := boss(newWorld(t))
	for _, query := range []string{`total=false;filter=[{"field":"name","operator":"=","value":"x"}]`, "filter=%zz", "%gg=1", "limit=1&filter=%"} {
		p.do("GET", "/v1/object/contact?"+strings.ReplaceAll(query, `"`, "%22"), "").problem(http.StatusBadRequest)
	}
	p.do("GET", "/v1/object/contact?filter=%5B%5D", "").is(http.StatusOK)
}
