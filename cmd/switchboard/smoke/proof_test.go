package smoke_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha1"
	"encoding/base64"
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"switchboard/cmd/switchboard/app"
	"switchboard/cmd/switchboard/demo"
	"switchboard/hub/wire"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/pg/relay"
)

// newContact creates a contact and returns its id.
func (d *desk) newContact(name string) id.ID {
	d.T.Helper()
	var made []struct {
		ID id.ID `json:"id"`
	}
	if status := d.Request(http.MethodPost, "/v1/object/contact", []map[string]any{{"name": name}}, &made); status != http.StatusOK {
		d.T.Fatalf("new contact: %d", status)
	}
	return made[0].ID
}

func of(record id.ID) func(wire.Change) bool {
	return func(c wire.Change) bool { return c.ID == record }
}

func TestAChangeReachesASocket(t *testing.T) {
	p := start(t, nil)
	alice, ben := p.signIn("agent1"), p.signIn("agent2")
	socket := ben.connect("object:contact")
	made := alice.newContact("Juniper Vale")
	change := socket.wait("the new contact", of(made))
	if change.Op != entry.Created || string(change.Fields["name"]) != `"Juniper Vale"` {
		t.Errorf("got %+v", change)
	}
	if status := alice.Request(http.MethodPatch, "/v1/object/contact", []map[string]any{{"id": made, "company": "Vale & Co."}}, nil); status != http.StatusOK {
		t.Fatalf("patch: %d", status)
	}
	updated := socket.wait("the change", func(c wire.Change) bool { return c.ID == made && c.Op == entry.Updated })
	var company string
	if err := json.Unmarshal(updated.Fields["company"], &company); err != nil || company != "Vale & Co." || updated.Fields["name"] != nil {
		t.Errorf("an update carries what changed, and no more: %s", updated.Fields)
	}
	if updated.Seq <= change.Seq {
		t.Errorf("seq %d after %d", updated.Seq, change.Seq)
	}
}

func TestWithoutTheRelayNothingIsLive(t *testing.T) {
	p := start(t, func(m *app.Main) { m.WithoutRelay = true })
	alice := p.signIn("agent1")
	socket := alice.connect("object:contact")
	made := alice.newContact("Nobody Hears")
	// The write is stored, and a fresh snapshot of the topic shows that the
	// socket is alive; only the announcement is missing.
	var snapshot struct {
		OK       bool `json:"ok"`
		Snapshot wire.RecordSnapshot
	}
	socket.ask("subscribe", map[string]any{"topic": "record:contact:" + made.String()}, &snapshot)
	if !snapshot.OK || string(snapshot.Snapshot.Record["name"]) != `"Nobody Hears"` {
		t.Fatalf("the record is not there: %+v", snapshot)
	}
	if c, came := socket.seen(of(made)); came {
		t.Errorf("a change came without the relay: %+v", c)
	}
}

func TestAnEntryPutIntoTheOutboxByHandIsDelivered(t *testing.T) {
	p := start(t, nil)
	socket := p.signIn("agent1").connect("object:contact")
	ghost := id.New()
	raw, err := json.Marshal(entry.Entry{
		Organization: demo.Organization, Object: "contact", ID: ghost, Op: entry.Created, Version: 1, Cause: "by.hand",
		After:  entry.Fields{"name": json.RawMessage(`"By Hand"`)},
		Record: entry.Fields{"name": json.RawMessage(`"By Hand"`)},
	})
	if err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(t.Context(), p.DSN)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(t.Context())) }()
	if _, err := conn.Exec(t.Context(), `INSERT INTO core.outbox (organization_id, entry) VALUES ($1, $2)`, demo.Organization.String(), string(raw)); err != nil {
		t.Fatal(err)
	}
	if c := socket.wait("the entry", of(ghost)); c.Cause != "by.hand" {
		t.Errorf("got %+v", c)
	}
}

// callFlow starts a call and follows it over the socket until it ends.
func callFlow(t *testing.T, p *product) {
	t.Helper()
	alice, ben, admin := p.signIn("agent1").ready(), p.signIn("agent2"), p.signIn("admin")
	a, b := alice.connect("calls", "calls:all"), ben.connect("calls", "calls:all")
	var placed struct {
		SID string `json:"sid"`
	}
	body := map[string]string{"from": "+12065550177", "to": demo.Phones()[0].Number}
	if status := admin.Request(http.MethodPost, "/simulator/calls", body, &placed); status != http.StatusCreated {
		t.Fatalf("simulated call: %d", status)
	}
	ringing := func(c wire.Change) bool { return c.Object == "call" && c.Op == entry.Created }
	call := a.wait("the call to ring", ringing).ID
	if other := b.wait("the call to ring", ringing).ID; other != call {
		t.Fatalf("two calls: %s, %s", call, other)
	}

	var first, second struct {
		OK    bool         `json:"ok"`
		Error wire.Problem `json:"error"`
	}
	a.ask("call.accept", map[string]any{"id": call, "command": id.New()}, &first)
	b.ask("call.accept", map[string]any{"id": call, "command": id.New()}, &second)
	if !first.OK || second.OK || second.Error.Code != "conflict" {
		t.Fatalf("the first accept must win: %+v, %+v", first, second)
	}
	status := func(want string) func(wire.Change) bool {
		return func(c wire.Change) bool { return c.ID == call && string(c.Fields["status"]) == `"`+want+`"` }
	}
	a.wait("the winner to be connected", status("in-progress"))
	b.wait("the others to see it", status("in-progress"))
	if code := admin.Request(http.MethodPost, "/simulator/calls/"+placed.SID+"/hangup", map[string]any{}, nil); code >= http.StatusBadRequest {
		t.Fatalf("hang-up: %d", code)
	}
	a.wait("the end", status("completed"))
	b.wait("the end", status("completed"))
}

func TestACall(t *testing.T) { callFlow(t, start(t, nil)) }

func TestACallWithoutThePoke(t *testing.T) {
	callFlow(t, start(t, func(m *app.Main) { m.Relay = relay.Config{PollOnly: true} }))
}

// webhook posts a form as the provider does, signed with the account's token.
func (p *product) webhook(path string, form url.Values, token string, flip bool) int {
	p.T.Helper()
	mac := hmac.New(sha1.New, []byte(token))
	mac.Write([]byte(p.URL + path))
	for _, name := range slices.Sorted(maps.Keys(form)) {
		mac.Write([]byte(name + form.Get(name)))
	}
	signature := mac.Sum(nil)
	if flip {
		signature[0] ^= 1
	}
	request, err := http.NewRequestWithContext(p.T.Context(), http.MethodPost, p.URL+path, strings.NewReader(form.Encode()))
	if err != nil {
		p.T.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("X-Twilio-Signature", base64.StdEncoding.EncodeToString(signature))
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		p.T.Fatal(err)
	}
	_ = response.Body.Close()
	return response.StatusCode
}

func TestOneFlippedByteOfASignatureAndNothingRings(t *testing.T) {
	var m *app.Main
	p := start(t, func(made *app.Main) { m = made })
	admin := p.signIn("admin")
	socket := admin.connect("calls:all")
	form := func(sid string) url.Values {
		return url.Values{
			"CallSid": {"CA" + sid}, "AccountSid": {m.CarrierAccount()}, "From": {"+12065550123"}, "To": {demo.Phones()[0].Number},
			"CallStatus": {"ringing"}, "Direction": {"inbound"}, "ApiVersion": {"2010-04-01"},
		}
	}
	forged, genuine := id.New().Compact(), id.New().Compact()
	if status := p.webhook("/v1/webhooks/twilio/voice", form(forged), m.CarrierToken(), true); status != http.StatusForbidden {
		t.Errorf("a forged webhook was answered with %d", status)
	}
	if status := p.webhook("/v1/webhooks/twilio/voice", form(genuine), m.CarrierToken(), false); status != http.StatusOK {
		t.Fatalf("a genuine webhook was answered with %d", status)
	}
	rang := socket.wait("the genuine call", func(c wire.Change) bool { return c.Object == "call" })
	if rang.ID != id.Derived("CA"+genuine) {
		t.Errorf("the call that rang is %s", rang.ID)
	}
	if status := admin.Request(http.MethodGet, "/v1/object/call/"+id.Derived("CA"+forged).String(), nil, nil); status != http.StatusNotFound {
		t.Errorf("the forged call answers %d", status)
	}

	// The same event again gets the same response and creates nothing new.
	if status := p.webhook("/v1/webhooks/twilio/voice", form(genuine), m.CarrierToken(), false); status != http.StatusOK {
		t.Errorf("a repeat was answered with %d", status)
	}
	// Later entries of the log have arrived, so a second call would have too.
	later := admin.connect("object:contact")
	later.wait("a change after the repeat", of(admin.newContact("After The Repeat")))
	if n := socket.count(func(c wire.Change) bool { return c.Object == "call" && c.Op == entry.Created }); n != 1 {
		t.Errorf("%d calls rang", n)
	}
}
