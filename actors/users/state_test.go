package users

import (
	"encoding/json"
	"maps"
	"strconv"
	"strings"
	"testing"
	"time"

	"switchboard/actors/runtime"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

const call, other id.ID = "0198c0de-0000-7000-8000-0000000000ca", "0198c0de-0000-7000-8000-0000000000cb"

// profile drives the pure core of one user, with the row in memory.
type profile struct {
	t       *testing.T
	state   State
	effects []row.Effect
}

func newProfile(t *testing.T, fields row.Fields) *profile {
	t.Helper()
	all := row.Fields{
		"name": "Anna Berg", "first_name": "Anna", "last_name": "Berg", "email": "anna@demo.test", "is_active": true,
		"is_superuser": false, "organization_id": "0198c0de-0000-7000-8000-000000000001",
		"settings":     json.RawMessage(`{"theme":"dark","phone_settings":{"tabs":{"Calls":true},"extension":"12"}}`),
		"availability": json.RawMessage(`{"call_availability":{"call_status":"available","has_mobile_app":true},"hours":[1]}`),
	}
	maps.Copy(all, fields)
	return &profile{t: t, state: State{User: row.Record{Object: "user", ID: id.Derived("anna"), Version: 1, Fields: all}}}
}

func (p *profile) try(command any) (any, error) {
	p.t.Helper()
	d, err := core{}.Decide(p.state, command, runtime.Input{Now: time.Now(), NewID: id.New})
	if err != nil {
		return nil, err
	}
	p.effects = append(p.effects, d.Effects...)
	for _, w := range d.Writes {
		next := row.Record{Object: w.Object, ID: w.ID, Version: p.state.User.Version + 1, Fields: maps.Clone(p.state.User.Fields)}
		maps.Copy(next.Fields, w.Set)
		p.state = core{}.Apply(p.state, []row.Record{next})
	}
	return d.Reply, nil
}

func (p *profile) do(command any) any {
	p.t.Helper()
	reply, err := p.try(command)
	if err != nil {
		p.t.Fatalf("%#v: %v", command, err)
	}
	return reply
}

func (p *profile) chosen() string { return stored(p.state.User).Call.Status }

func TestChoosing(t *testing.T) {
	p := newProfile(t, nil)
	if got := p.do(SetStatus{Status: Busy}).(Status); got.CallStatus != Busy || p.chosen() != Busy {
		t.Errorf("answered %v, stored %s", got, p.chosen())
	}
	for _, status := range []string{OnCallStatus, Unknown, "", "Available", "gone"} {
		if _, err := p.try(SetStatus{Status: status}); !fault.Is(err, fault.Invalid) {
			t.Errorf("%q got %v", status, err)
		}
	}
	raw := string(rawOf(p.state.User, "availability"))
	if !strings.Contains(raw, `"has_mobile_app":true`) || !strings.Contains(raw, `"hours":[1]`) {
		t.Errorf("choosing lost the rest: %s", raw)
	}
	if len(p.effects) != 1 || p.effects[0].Kind != EffectAvailability {
		t.Errorf("calls were told %v", p.effects)
	}
	version := p.state.User.Version
	p.do(SetStatus{Status: Busy})
	if p.state.User.Version != version {
		t.Error("choosing the same wrote something")
	}
}

func TestCallSetsAndClearsOnCall(t *testing.T) {
	for name, c := range map[string]struct {
		before   string
		commands []any
		want     string
	}{
		"from available":         {Available, []any{OnCall{call}, OffCall{call}}, Available},
		"from offline":           {Offline, []any{OnCall{call}, OffCall{call}}, Available},
		"from busy":              {Busy, []any{OnCall{call}, OffCall{call}}, Busy},
		"twice each":             {Busy, []any{OnCall{call}, OnCall{call}, OffCall{call}, OffCall{call}}, Busy},
		"still on it":            {Available, []any{OnCall{call}}, OnCallStatus},
		"left another":           {Available, []any{OnCall{call}, OffCall{other}}, OnCallStatus},
		"gone on to another":     {Available, []any{OnCall{call}, OnCall{other}, OffCall{call}}, OnCallStatus},
		"the second ends":        {Available, []any{OnCall{call}, OnCall{other}, OffCall{other}}, OnCallStatus},
		"the first comes again":  {Busy, []any{OnCall{call}, OnCall{other}, OnCall{call}, OffCall{call}, OffCall{other}}, Busy},
		"left both":              {Available, []any{OnCall{call}, OnCall{other}, OffCall{call}, OffCall{other}}, Available},
		"do not disturb in call": {Available, []any{OnCall{call}, SetStatus{Status: DoNotDisturb}}, DoNotDisturb},
		"and after":              {Available, []any{OnCall{call}, SetStatus{Status: DoNotDisturb}, OffCall{call}}, DoNotDisturb},
		"cleared in call":        {Available, []any{OnCall{call}, SetStatus{Status: DoNotDisturb}, SetStatus{Status: Available}}, OnCallStatus},
		"away chosen in call":    {Available, []any{OnCall{call}, SetStatus{Status: Away}, OffCall{call}}, Away},
	} {
		t.Run(name, func(t *testing.T) {
			p := newProfile(t, row.Fields{"availability": row.JSONValue(map[string]any{
				"call_availability": map[string]any{"call_status": c.before},
			})})
			for _, command := range c.commands {
				p.do(command)
			}
			if p.chosen() != c.want {
				t.Errorf("status %s, want %s", p.chosen(), c.want)
			}
		})
	}
}

func TestPatchingOneself(t *testing.T) {
	p := newProfile(t, nil)
	p.do(Patch{runtime.Patch{Set: row.Fields{
		"settings":       json.RawMessage(`{"phone_settings":{"extension":"34"},"theme":null}`),
		"first_name":     "Anne",
		"name":           "Anna Berg",
		"do_not_disturb": true,
	}}})
	u := p.state.User
	if u.Text("first_name") != "Anne" || u.Text("name") != "Anne Berg" {
		t.Errorf("named %q %q", u.Text("first_name"), u.Text("name"))
	}
	var settings map[string]any
	if err := u.JSON("settings", &settings); err != nil {
		t.Fatal(err)
	}
	if got := string(row.JSONValue(settings)); got != `{"phone_settings":{"extension":"34","tabs":{"Calls":true}}}` {
		t.Errorf("the settings are %s", got)
	}
	if p.chosen() != DoNotDisturb {
		t.Errorf("status %s", p.chosen())
	}
	p.do(Patch{runtime.Patch{Set: row.Fields{"do_not_disturb": false}}})
	if p.chosen() != Available {
		t.Errorf("after clearing: %s", p.chosen())
	}
}

func TestAvailabilityInAPatch(t *testing.T) {
	p := newProfile(t, nil)
	p.do(OnCall{call})
	p.do(Patch{runtime.Patch{Set: row.Fields{"availability": json.RawMessage(
		`{"call_availability":{"call_status":"busy","call":"` + string(other) + `","available_for_web_calls":false}}`)}}})
	a := stored(p.state.User)
	if a.Call.Status != Busy || a.Call.Call != call {
		t.Errorf("stored %+v", a)
	}
	if raw := string(rawOf(p.state.User, "availability")); !strings.Contains(raw, `"available_for_web_calls":false`) {
		t.Errorf("stored %s", raw)
	}
	bad := row.Fields{"availability": json.RawMessage(`{"call_availability":{"call_status":"on_fire"}}`)}
	if _, err := p.try(Patch{runtime.Patch{Set: bad}}); !fault.Is(err, fault.Invalid) {
		t.Errorf("an unknown status got %v", err)
	}
}

// Settings and availability are merged, so that many small parts could grow without
// an end.
func TestPreferencesStayBounded(t *testing.T) {
	p := newProfile(t, nil)
	for _, field := range []string{"settings", "availability"} {
		var err error
		for i := range 40 {
			part := row.JSONValue(map[string]string{"key" + strconv.Itoa(i): strings.Repeat("y", 1000)})
			if _, err = p.try(Patch{runtime.Patch{Set: row.Fields{field: part}}}); err != nil {
				break
			}
		}
		if e := fault.From(err); !fault.Is(err, fault.Invalid) || len(e.Fields[field]) != 1 {
			t.Errorf("40 KB of %s got %v", field, err)
		}
		if n := len(rawOf(p.state.User, field)); n > maxSettings {
			t.Errorf("%s grew to %d bytes", field, n)
		}
		if _, err := p.try(Patch{runtime.Patch{Set: row.Fields{field: json.RawMessage(`{"key0":null}`)}}}); err != nil {
			t.Errorf("%s can't shrink: %v", field, err)
		}
	}
}

func TestUnknownUser(t *testing.T) {
	if _, err := (core{}).Decide(State{}, SetStatus{Status: Busy}, runtime.Input{}); !fault.Is(err, fault.NotFound) {
		t.Errorf("got %v", err)
	}
}

func TestSettingsStayAnObject(t *testing.T) {
	p := newProfile(t, nil)
	for _, bad := range []string{`[1]`, `null`, `"x"`, `7`} {
		if _, err := p.try(Patch{runtime.Patch{Set: row.Fields{"settings": json.RawMessage(bad)}}}); !fault.Is(err, fault.Invalid) {
			t.Errorf("settings %s: %v", bad, err)
		}
	}
	if !strings.Contains(string(rawOf(p.state.User, "settings")), "phone_settings") {
		t.Errorf("the settings are lost: %s", rawOf(p.state.User, "settings"))
	}
}

// Calls that ring for somebody stop when the user is deactivated, and ring again.
func TestDisablingEndsTheRinging(t *testing.T) {
	p := newProfile(t, nil)
	for i, active := range []bool{false, true} {
		p.do(Patch{runtime.Patch{Set: row.Fields{"is_active": active}}})
		if len(p.effects) != i+1 {
			t.Fatalf("is_active %v: effects %v", active, p.effects)
		}
		var told AvailabilityPayload
		if err := json.Unmarshal(p.effects[i].Payload, &told); err != nil || told.Available != active || p.effects[i].Kind != EffectAvailability {
			t.Errorf("is_active %v: told %+v, %v", active, told, err)
		}
	}
}

// The record's address and the one to sign in with must not part.
func TestSignInEmailCanNotBeChanged(t *testing.T) {
	p := newProfile(t, nil)
	if _, err := p.try(Patch{runtime.Patch{Set: row.Fields{"email": "other@demo.test"}}}); !fault.Is(err, fault.Invalid) {
		t.Errorf("answered %v", err)
	}
	p.do(Patch{runtime.Patch{Set: row.Fields{"email": "anna@demo.test", "extension": "77"}}})
	if p.state.User.Text("extension") != "77" {
		t.Error("the rest was not taken")
	}
}

func TestNobodySetsTheirOwnMobileApp(t *testing.T) {
	with := json.RawMessage(`{"call_availability":{"has_mobile_app":true,"allow_web_calls":true}}`)
	for stored, want := range map[string]bool{`{"call_availability":{"call_status":"busy"}}`: false, `{"call_availability":{"has_mobile_app":true}}`: true} {
		user := row.Record{Fields: row.Fields{"availability": json.RawMessage(stored)}}
		for _, sent := range []json.RawMessage{with, json.RawMessage(`{"call_availability":{"has_mobile_app":null,"allow_web_calls":true}}`)} {
			set, next := row.Fields{}, availability{}
			if err := takeAvailability(user, set, &next, sent); err != nil {
				t.Fatal(err)
			}
			raw := string(set["availability"].(json.RawMessage))
			if strings.Contains(raw, `"has_mobile_app":true`) != want || !strings.Contains(raw, `"allow_web_calls":true`) {
				t.Errorf("%s and %s became %s", stored, sent, raw)
			}
		}
	}
}
