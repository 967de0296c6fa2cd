package users_test

import (
	"context"
	"encoding/json"
	"testing"

	"switchboard/actors/features"
	"switchboard/actors/records"
	"switchboard/actors/users"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// A list of users is changed only if all of their actors accept.
func TestChangeOfAListOfUsersIsAtomic(t *testing.T) {
	s := open(t)
	service := records.New(s.store)
	service.Own("user", users.Owner{Service: s.service})
	boss := access.Build(features.Registry(), access.Inputs{Organization: s.org, User: s.anna, Superuser: true})
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

// A list of new users is created as a whole or not at all.
func TestCreationOfAListOfUsersIsAtomic(t *testing.T) {
	s := open(t)
	boss := access.Build(features.Registry(), access.Inputs{Organization: s.org, User: s.anna, Superuser: true})
	owner := users.Owner{Service: s.service, Maker: func(ctx context.Context, p *access.Principal, set row.Fields, _ string) (id.ID, error) {
		made, err := s.store.Commit(ctx, row.Change{Organization: p.Organization, Writes: []row.Write{{Object: "user", Op: entry.Created, Set: set}}})
		if err != nil {
			return "", err
		}
		return made[0].ID, nil
	}}
	list := func(last string) []row.ChangeRequest {
		return []row.ChangeRequest{
			{Set: row.Fields{"name": "Cleo", "email": "cleo@demo.test"}}, {Set: row.Fields{"name": "Dora", "email": last}},
		}
	}
	count := func() int64 {
		n, err := s.store.Count(t.Context(), s.org, row.Query{Object: "user"})
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	before := count()
	if _, err := owner.Create(t.Context(), &boss, "user", list("cleo@demo.test")); !fault.Is(err, fault.Conflict) || fault.From(err).Index != 1 || count() != before {
		t.Errorf("refused with %v, and %d were made", err, count()-before)
	}
	done, err := owner.Create(t.Context(), &boss, "user", list("dora@demo.test"))
	if err != nil || len(done) != 2 || s.user(done[1]).Text("name") != "Dora" || count() != before+2 {
		t.Errorf("made %v, %v", done, err)
	}
}
