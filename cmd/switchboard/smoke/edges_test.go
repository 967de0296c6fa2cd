package smoke_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/actors/carrier/simulator"
	"switchboard/cmd/switchboard/app"
	"switchboard/cmd/switchboard/demo"
	"switchboard/hub/wire"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/waittest"
)

// settled waits until no webhook is pending at the provider and no effect is
// due soon.
func (p *product) settled() {
	p.T.Helper()
	conn, err := pgx.Connect(p.T.Context(), p.DSN)
	if err != nil {
		p.T.Fatal(err)
	}
	defer func() { _ = conn.Close(p.T.Context()) }()
	var left string
	p.T.Cleanup(func() {
		if p.T.Failed() {
			p.T.Log("left to do: ", left)
		}
	})
	waittest.Until(p.T, "provider and effects at rest", func() bool {
		raw, err := os.ReadFile(filepath.Join(p.Dir, "simulator", "provider.json"))
		if err != nil {
			p.T.Fatal(err)
		}
		var state struct {
			Tasks []struct{ URL, Kind, Ref string } `json:"tasks"`
		}
		if err := json.Unmarshal(raw, &state); err != nil {
			p.T.Fatal(err)
		}
		var effects *string
		if err := conn.QueryRow(p.T.Context(), `SELECT string_agg(concat_ws(' ', kind, state, attempts, payload, error), '; ') FROM core.effect
			WHERE state IN ('pending', 'running') AND not_before < now() + interval '1 hour'
			AND NOT (kind IN ('call.look', 'call.ring_out', 'message.scheduled') AND attempts = 0)`).Scan(&effects); err != nil {
			p.T.Fatal(err)
		}
		left = ""
		for _, task := range state.Tasks {
			if task.Kind != "timeout" { // of a leg that had already ended
				left += fmt.Sprintln(task)
			}
		}
		if effects != nil {
			left += *effects
		}
		return left == ""
	})
}

// present opens a browser, unless one is open: calls only ring for users who
// are present.
func (d *desk) present() *desk {
	d.T.Helper()
	if d.browser != nil {
		select {
		case <-d.browser.ended: // with a process that ended
		default:
			return d
		}
	}
	d.browser = d.connect("me")
	d.ready()
	d.browser.phoned("ready")
	return d
}

// outside starts a call from outside and returns its sid and our id. The user
// at the desk is present, so that the call can ring.
func (d *desk) outside(from string) (string, id.ID) {
	d.T.Helper()
	d.present()
	var placed struct {
		SID string `json:"sid"`
	}
	if status := d.Request(http.MethodPost, "/simulator/calls", map[string]string{"from": from, "to": demo.Phones()[0].Number}, &placed); status != http.StatusCreated {
		d.T.Fatalf("simulated call: %d", status)
	}
	return placed.SID, id.Derived(placed.SID)
}

// command sends PATCH v1/twilio/call.
func (d *desk) command(call id.ID, status string) int {
	d.T.Helper()
	return d.Request(http.MethodPatch, "/v1/twilio/call", map[string]any{"id": call, "status": status}, nil)
}

type record map[string]json.RawMessage

func (r record) text(field string) string {
	var text string
	_ = json.Unmarshal(r[field], &text)
	return text
}

func (d *desk) get(object string, record id.ID, into any) int {
	d.T.Helper()
	return d.Request(http.MethodGet, "/v1/object/"+object+"/"+record.String(), nil, into)
}

// list returns the records that a filter selects.
func (d *desk) list(object, filter string) []record {
	d.T.Helper()
	var page struct {
		Data []record `json:"data"`
	}
	if status := d.Request(http.MethodGet, "/v1/object/"+object+"?limit=1000&order=created_date&filter="+url.QueryEscape(filter), nil, &page); status != http.StatusOK {
		d.T.Fatalf("list of %s: %d", object, status)
	}
	return page.Data
}

// Webhooks arrive twice, late and out of order, and the provider refuses
// every fifth request for a while: each call and each text ends as it would
// without.
func TestTheProvidersEdgeCases(t *testing.T) {
	p := start(t, func(m *app.Main) {
		m.Edges = simulator.Edges{Duplicate: .5, Late: .5, Reorder: .5, Limited: .2, LateBy: 700 * time.Millisecond}
	})
	admin := p.signIn("admin")
	watch := admin.connect("calls:all")
	status := func(call id.ID, want string) func(wire.Change) bool {
		return func(c wire.Change) bool { return c.ID == call && string(c.Fields["status"]) == `"`+want+`"` }
	}
	ringing := func(call id.ID) func(wire.Change) bool {
		return func(c wire.Change) bool { return c.ID == call && c.Op == entry.Created }
	}
	ends := map[id.ID]string{}
	for i := range 5 { // answered; ended by either side
		agent := p.signIn(fmt.Sprintf("agent%d", i+1)).present()
		sid, call := admin.outside(fmt.Sprintf("+1206555%04d", 9000+i))
		watch.wait("the call to ring", ringing(call))
		if got := agent.command(call, "in-progress"); got != http.StatusNoContent {
			t.Fatalf("accept: %d", got)
		}
		watch.wait("the call to be connected", status(call, "in-progress"))
		if i%2 == 0 {
			agent.command(call, "completed")
		} else if got := admin.Request(http.MethodPost, "/simulator/calls/"+sid+"/hangup", map[string]any{}, nil); got >= http.StatusBadRequest {
			t.Fatalf("hang-up: %d", got)
		}
		ends[call] = "completed"
	}
	// The caller gives up; nobody can accept the call any more.
	sid, gone := admin.outside("+12065559010")
	watch.wait("the call to ring", ringing(gone))
	admin.Request(http.MethodPost, "/simulator/calls/"+sid+"/hangup", map[string]any{}, nil)
	watch.wait("the caller to be gone", status(gone, "canceled"))
	if got := p.signIn("agent1").command(gone, "in-progress"); got != http.StatusConflict {
		t.Errorf("a call that is over was accepted: %d", got)
	}
	ends[gone] = "canceled"

	// Outbound: one is answered, one rings until our side hangs up.
	for i, answered := range []bool{true, false} {
		agent := p.signIn(fmt.Sprintf("agent%d", i+1))
		var made record
		to := fmt.Sprintf("+1206555%04d", 9020+i)
		if got := agent.Request(http.MethodPost, "/v1/twilio/call", map[string]any{"to": to, "command": id.New()}, &made); got != http.StatusCreated {
			t.Fatalf("dial: %d", got)
		}
		call := id.ID(made.text("id"))
		var outer string
		waittest.Until(t, "the other side to be rung", func() bool {
			var state simulator.View
			admin.Request(http.MethodGet, "/simulator/state", nil, &state)
			for _, c := range state.Calls {
				if c.To == to && c.Status == "ringing" {
					outer = c.SID
				}
			}
			return outer != ""
		})
		ends[call] = "canceled"
		if answered {
			ends[call] = "completed"
			if got := admin.Request(http.MethodPost, "/simulator/calls/"+outer+"/answer", map[string]any{}, nil); got >= http.StatusBadRequest {
				t.Fatalf("answer: %d", got)
			}
			watch.wait("the answer", status(call, "in-progress"))
		}
		if got := agent.command(call, "completed"); got != http.StatusNoContent {
			t.Fatalf("hang-up: %d", got)
		}
	}

	// Texts: four from one phone, each answered.
	agent := p.signIn("agent3")
	const phone = "+12065559030"
	var conversation id.ID
	for i := range 4 {
		if got := admin.Request(http.MethodPost, "/simulator/texts", map[string]string{"from": phone, "to": demo.Phones()[0].Number, "body": fmt.Sprint("question ", i)}, nil); got != http.StatusCreated {
			t.Fatalf("simulated text: %d", got)
		}
		waittest.Until(t, "the text", func() bool {
			found := agent.list("twilio_message", fmt.Sprintf(`[{"field":"body","operator":"=","value":"question %d"}]`, i))
			if len(found) == 0 {
				return false
			}
			var of struct{ ID id.ID }
			_ = json.Unmarshal(found[0]["conversation"], &of)
			conversation = of.ID
			return true
		})
		body := map[string]any{"conversation": conversation, "body": fmt.Sprint("answer ", i), "client_id": fmt.Sprint("edge-", i)}
		for range 2 { // the second is a repeat
			if got := agent.Request(http.MethodPost, "/v1/twilio/message", body, nil); got != http.StatusCreated {
				t.Fatalf("send: %d", got)
			}
		}
	}
	p.settled()

	for call, want := range ends {
		var stored record
		if got := admin.get("call", call, &stored); got != http.StatusOK || stored.text("status") != want {
			t.Errorf("call %s: %d, %s, not %s", call, got, stored.text("status"), want)
		}
		if n := watch.count(func(c wire.Change) bool { return c.ID == call && c.Op == entry.Created }); n != 1 {
			t.Errorf("call %s was announced as new %d times", call, n)
		}
		if n := watch.count(status(call, want)); n != 1 {
			t.Errorf("the end of call %s was announced %d times", call, n)
		}
	}
	var state simulator.View
	admin.Request(http.MethodGet, "/simulator/state", nil, &state)
	for _, c := range state.Calls {
		staff := 0
		for _, l := range c.Legs {
			if l.Status != "completed" && l.Status != "canceled" {
				t.Errorf("call %s: a leg is left %s", c.SID, l.Status)
			}
			staff++
		}
		if staff > 1 || c.EndedAt == nil {
			t.Errorf("call %s: %d legs of ours, ended at %v", c.SID, staff, c.EndedAt)
		}
	}
	for i := range 5 {
		me := p.signIn(fmt.Sprintf("agent%d", i+1))
		var answer struct {
			User record `json:"user"`
		}
		me.Request(http.MethodGet, "/v1/me", nil, &answer)
		var availability struct {
			Call struct {
				Status string `json:"call_status"`
				Call   string `json:"call"`
			} `json:"call_availability"`
		}
		if err := json.Unmarshal(answer.User["availability"], &availability); err != nil || availability.Call.Status != "available" || availability.Call.Call != "" {
			t.Errorf("agent%d is left as %+v, %v", i+1, availability, err)
		}
	}

	messages := agent.list("twilio_message", fmt.Sprintf(`[{"field":"conversation","operator":"=","value":"%s"}]`, conversation))
	var numbers []int
	bodies := map[string]int{}
	for _, m := range messages {
		var number int
		_ = json.Unmarshal(m["number"], &number)
		numbers = append(numbers, number)
		bodies[m.text("body")]++
		if m.text("direction") == "outgoing" {
			var delivery struct{ Delivered string }
			if err := json.Unmarshal(m["delivery"], &delivery); err != nil || delivery.Delivered != "all" {
				t.Errorf("%s: delivery %s", m.text("body"), m["delivery"])
			}
		}
	}
	slices.Sort(numbers)
	if !slices.Equal(numbers, []int{1, 2, 3, 4, 5, 6, 7, 8}) || len(bodies) != 8 {
		t.Errorf("numbers %v, bodies %v", numbers, bodies)
	}
	sent := 0
	for _, text := range state.Texts {
		if text.To == phone {
			sent++
		}
	}
	if sent != 4 {
		t.Errorf("the provider sent %d texts for 4", sent)
	}
}
