package smoke_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"switchboard/storage/id"
)

// option is an option of a field in GET v1/schema.
type option struct {
	Value, Label, Color string
	Active              bool
}

// options returns what a user may choose in a field, and the looks of all
// options.
func (d *desk) options(object, field string) (values []string, looks []option) {
	d.T.Helper()
	var described struct {
		Properties map[string]struct {
			Enum    []string
			Options []option
		}
	}
	d.Must(http.MethodGet, "/v1/schema/"+object, nil, &described)
	of := described.Properties[field]
	return of.Enum, of.Options
}

// Each organization defines the options of its pick-lists: an administrator's
// change takes effect with the next request, reaches open browsers, is
// enforced on writes, and survives a restart.
func TestPickListsHaveTheOptionsOfTheOrganization(t *testing.T) {
	p := start(t, nil)
	admin, agent := p.signIn("admin"), p.signIn("agent1")
	me := agent.connect("me")
	before := me.myself(agent)
	event := agent.create("event", map[string]any{"name": "A visit", "status": "Held", "start_date_time": "2026-12-01T09:00:00Z"})
	setTo := func(status string) (int, string) {
		var answer string
		agent.Spy = func(_, given string) { answer = given }
		defer func() { agent.Spy = nil }()
		return agent.Request(http.MethodPatch, "/v1/object/event", map[string]any{"id": event, "status": status}, nil), answer
	}
	if status, _ := setTo("Postponed"); status != http.StatusUnprocessableEntity {
		t.Fatalf("an option that there is not: %d", status)
	}

	var labels []id.ID
	after := me.afterResync(agent, before, func() {
		var made []struct{ ID id.ID }
		admin.Must(http.MethodPost, "/v1/object/picklist_label", []any{
			map[string]any{"object": "event", "field_api_name": "status", "label": "Put off", "value": "Postponed", "color": "amber", "order": 2},
			map[string]any{"object": "event", "field_api_name": "status", "label": "Took place", "value": "held"},
			map[string]any{"object": "event", "field_api_name": "status", "label": "Nowhere"},
		}, &made)
		for _, one := range made {
			labels = append(labels, one.ID)
		}
	})
	if after.Version == before.Version {
		t.Error("an open browser was not notified of the change")
	}
	values, looks := agent.options("event", "status")
	if want := []string{"Planned", "Held", "Postponed", "Canceled", "Nowhere"}; !slices.Equal(values, want) {
		t.Errorf("options %v, not %v", values, want)
	}
	for _, want := range []option{{"Held", "Took place", "", true}, {"Postponed", "Put off", "amber", true}, {"Planned", "Planned", "", true}} {
		if !slices.Contains(looks, want) {
			t.Errorf("%+v is not among %+v", want, looks)
		}
	}
	if status, answer := setTo("postponed"); status != http.StatusOK || !strings.Contains(answer, `"Postponed"`) {
		t.Errorf("a new option, in small letters: %d %s", status, answer)
	}

	// An option in use stays; it can no longer be chosen, and records keep
	// it.
	path := "/v1/object/picklist_label"
	var refusal string
	admin.Spy = func(_, given string) { refusal = given }
	if status := admin.Request(http.MethodDelete, path+"/"+labels[0].String(), nil, nil); status != http.StatusConflict || !strings.Contains(refusal, "1 record has Postponed. Set Active to false") {
		t.Errorf("a label in use: %d %s", status, refusal)
	}
	admin.Spy = nil
	admin.Must(http.MethodPatch, path, map[string]any{"id": labels[0], "active": false}, nil)
	admin.Must(http.MethodDelete, path+"/"+labels[2].String(), nil, nil)
	if values, _ = agent.options("event", "status"); !slices.Equal(values, []string{"Planned", "Held", "Canceled"}) {
		t.Errorf("after one was taken out of use and one deleted: %v", values)
	}
	agent.Must(http.MethodPatch, "/v1/object/event", map[string]any{"id": event, "status": "Postponed", "name": "A visit, later"}, nil)
	agent.Must(http.MethodPatch, "/v1/object/event", map[string]any{"id": event, "status": "Planned"}, nil)
	if status, answer := setTo("Postponed"); status != http.StatusUnprocessableEntity || !strings.Contains(answer, "Status can't be set to Postponed any more") {
		t.Errorf("one that is chosen no more: %d %s", status, answer)
	}

	// A pick-list of a live object.
	var calls []struct{ ID id.ID }
	agent.Must(http.MethodPost, "/v1/query", map[string]any{"query": "SELECT id FROM call WHERE user.id = '" + agent.me().String() + "' LIMIT 1"}, &calls)
	if len(calls) == 0 {
		t.Fatal("the demo's agent has no call")
	}
	dispose := func(as string) int {
		return agent.Request(http.MethodPatch, "/v1/object/call", map[string]any{"id": calls[0].ID, "disposition": as}, nil)
	}
	admin.Must(http.MethodPost, path, []any{
		map[string]any{"object": "call", "field_api_name": "disposition", "label": "Sold"},
		map[string]any{"object": "call", "field_api_name": "disposition", "label": "Not sold"},
	}, nil)
	dispositions := []string{"Resolved", "Follow up", "Voicemail left", "Wrong number", "Sold", "Not sold"} // the demo's first
	if values, _ = agent.options("call", "disposition"); !slices.Equal(values, dispositions) {
		t.Errorf("dispositions: %v", values)
	}
	if bad, good := dispose("Anything else"), dispose("sold"); bad != http.StatusUnprocessableEntity || good != http.StatusOK {
		t.Errorf("a disposition that is no option: %d; one that is: %d", bad, good)
	}

	p.Restart()
	again := p.signIn("agent1")
	if values, _ = again.options("call", "disposition"); !slices.Equal(values, dispositions) {
		t.Errorf("dispositions after a restart: %v", values)
	}
	if _, looks = again.options("event", "status"); !slices.Contains(looks, option{"Held", "Took place", "", true}) {
		t.Errorf("after a restart: %+v", looks)
	}

	for want, fields := range map[string]map[string]any{
		"This field has this option already.":   {"object": "call", "field_api_name": "disposition", "label": "SOLD"},
		"Status is no pick-list; the pick-list": {"object": "call", "field_api_name": "status", "label": "Odd"},
		"are built in":                          {"object": "permission", "field_api_name": "system", "label": "Odd"},
		`Call has no field \"nothing\"`:         {"object": "call", "field_api_name": "nothing", "label": "Odd"},
	} {
		admin.Spy = func(_, given string) { refusal = given }
		if status := admin.Request(http.MethodPost, path, fields, nil); status/100 != 4 || !strings.Contains(refusal, want) {
			t.Errorf("%v: %d %s, want %s", fields, status, refusal, want)
		}
	}
}
