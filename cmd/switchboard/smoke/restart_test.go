package smoke_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"switchboard/actors/carrier/simulator"
	"switchboard/cmd/switchboard/demo"
	"switchboard/storage/id"
	"switchboard/storage/waittest"
)

// sql runs one statement outside the product.
func (p *product) sql(text string, args ...any) {
	p.T.Helper()
	conn, err := pgx.Connect(p.T.Context(), p.DSN)
	if err != nil {
		p.T.Fatal(err)
	}
	defer func() { _ = conn.Close(p.T.Context()) }()
	if _, err := conn.Exec(p.T.Context(), text, args...); err != nil {
		p.T.Fatal(err)
	}
}

// becomes waits until the call is stored with this status.
func (d *desk) becomes(call id.ID, status string) {
	d.T.Helper()
	waittest.Until(d.T, "call to be "+status, func() bool {
		var stored record
		return d.get("call", call, &stored) == http.StatusOK && stored.text("status") == status
	})
}

// The product is restarted after every step of a call and of a text:
// everything continues, and nothing happens twice.
func TestARestartBetweenAnyTwoSteps(t *testing.T) {
	p := start(t, nil)
	agent, admin := p.signIn("agent1"), p.signIn("admin")
	// Each leg's dialing is claimed by a process that dies at that moment.
	p.sql(`CREATE FUNCTION core.claimed_by_the_dead() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
			IF NEW.kind IN ('call.add_participant', 'message.send') THEN
				NEW.state := 'running'; NEW.claimed_by := 'dead'; NEW.claimed_until := now() + interval '1 second'; NEW.attempts := 1;
			END IF;
			RETURN NEW; END $$`)
	p.sql(`CREATE TRIGGER claimed_by_the_dead BEFORE INSERT ON core.effect FOR EACH ROW EXECUTE FUNCTION core.claimed_by_the_dead()`)

	agent.present()
	_, call := admin.outside("+12065559101")
	agent.becomes(call, "ringing")
	p.Restart()
	agent.present()
	agent.becomes(call, "ringing")
	if got := agent.command(call, "in-progress"); got != http.StatusNoContent {
		t.Fatalf("accept: %d", got)
	}
	p.Restart()
	agent.becomes(call, "in-progress")
	p.Restart()
	agent.becomes(call, "in-progress")
	if got := agent.command(call, "completed"); got != http.StatusNoContent {
		t.Fatalf("hang-up: %d", got)
	}
	p.Restart()
	agent.becomes(call, "completed")

	var sent record
	conversation := id.Derived(demo.ThreadAt(0).SID)
	waittest.Until(t, "the demo's history", func() bool { return agent.get("twilio_conversation", conversation, nil) == http.StatusOK })
	body := map[string]any{"conversation": conversation, "body": "Still there?", "client_id": "typed-before"}
	if got := agent.Request(http.MethodPost, "/v1/twilio/message", body, &sent); got != http.StatusCreated {
		t.Fatalf("send: %d", got)
	}
	p.Restart()
	var again record
	if got := agent.Request(http.MethodPost, "/v1/twilio/message", body, &again); got != http.StatusCreated || again.text("id") != sent.text("id") {
		t.Errorf("the repeat after the restart: %d, %s", got, again.text("id"))
	}
	waittest.Until(t, "the text to be delivered", func() bool {
		var stored record
		agent.get("twilio_message", id.ID(sent.text("id")), &stored)
		var delivery struct{ Delivered string }
		_ = json.Unmarshal(stored["delivery"], &delivery)
		return delivery.Delivered == "all"
	})
	p.settled()
	var state simulator.View
	admin.Request(http.MethodGet, "/simulator/state", nil, &state)
	for _, c := range state.Calls {
		if len(c.Legs) != 1 || c.EndedAt == nil {
			t.Errorf("the provider has %+v", c)
		}
	}
	texts := 0
	for _, text := range state.Texts {
		if text.Body == "Still there?" {
			texts++
		}
	}
	if texts != 1 {
		t.Errorf("the text was sent %d times", texts)
	}
	found := agent.list("twilio_message", fmt.Sprintf(`[{"field":"client_id","operator":"=","value":%q}]`, "typed-before"))
	if len(found) != 1 {
		t.Errorf("%d messages are stored", len(found))
	}
}

// An Idempotency-Key survives a restart, whatever was created.
func TestARepeatAfterARestart(t *testing.T) {
	p := start(t, nil)
	admin := p.signIn("admin")
	chat := admin.create("chat", map[string]any{"name": "Repeats"})
	made := map[string]string{}
	for round := range 2 {
		for object, body := range map[string]string{
			"contact": `{"name":"Once"}`, "chat": `{"name":"Once"}`, "user": `{"name":"Once","email":"once@demo.test"}`,
			"chat_message": `{"name":"m","chat":"` + chat.String() + `","body":"Once"}`,
		} {
			request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, p.URL+"/v1/object/"+object, strings.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			request.Header.Set("Content-Type", "application/json")
			request.Header.Set("Authorization", "Bearer "+admin.Token)
			request.Header.Set("Idempotency-Key", "once-"+object)
			response, err := http.DefaultClient.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			var rows []record
			err = json.NewDecoder(response.Body).Decode(&rows)
			_ = response.Body.Close()
			if err != nil || response.StatusCode != http.StatusOK || len(rows) != 1 {
				t.Fatalf("%s, round %d: %d %v, %v", object, round, response.StatusCode, rows, err)
			}
			if first, known := made[object]; known && first != rows[0].text("id") {
				t.Errorf("%s: the repeat made another one", object)
			}
			made[object] = rows[0].text("id")
		}
		if round == 0 {
			p.Restart()
		}
	}
}
