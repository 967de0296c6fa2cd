package users_test

import (
	"encoding/json"
	"testing"

	"switchboard/actors/records"
	"switchboard/actors/users"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/schema"
)

// A list of users is changed when every one of them agrees.
func TestAListOfUsersIsChangedWholeOrNot(t *testing.T) {
	s := open(t)
	service := records.New(schema.Builtin(), s.store)
	service.Own("user", users.Owner{Service: s.service})
	boss := access.Build(schema.Builtin(), access.Inputs{Organization: s.org, User: s.anna, Superuser: true})
	rows := func(status string) []records.Input {
		text := func(v string) json.RawMessage { return json.RawMessage(`"` + v + `"`) }
		return []records.Input{
			{"id": text(string(s.anna)), "time_zone": text("Europe/Berlin")},
			{"id": text(string(s.ben)), "availability": json.RawMessage(`{"call_availability":{"call_status":"` + status + `"}}`)},
		}
	}
	_, err := service.Patch(t.Context(), &boss, "user", rows("on_fire"), 0, string(id.New()))
	if e := fault.From(err); e == nil || e.Code != fault.Invalid || e.Index != 1 {
		t.Errorf("refused with %v", err)
	}
	if anna := s.user(s.anna); anna.Version != 1 || anna.Text("time_zone") != "" {
		t.Errorf("a refused list left %+v", anna)
	}
	command := string(id.New())
	for range 2 { // a repeat changes nothing
		written, err := service.Patch(t.Context(), &boss, "user", rows("busy"), 0, command)
		if err != nil || len(written.Records) != 2 {
			t.Fatalf("%v, %v", written, err)
		}
	}
	if anna, ben := s.user(s.anna), s.user(s.ben); anna.Version != 2 || anna.Text("time_zone") != "Europe/Berlin" || ben.Version != 2 {
		t.Errorf("got versions %d and %d", anna.Version, ben.Version)
	}
}
