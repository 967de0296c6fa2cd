package users_test

import (
	"encoding/json"
	"slices"
	"sync"
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

// Concurrent additions and removals of a user's permission sets do not overwrite each
// other, and none is rejected: the user's actor applies them.
func TestConcurrentPermissionSetChanges(t *testing.T) {
	s := open(t)
	service := records.New(s.store)
	service.Own("user", users.Owner{Service: s.service})
	boss := access.Build(features.Registry(), access.Inputs{Organization: s.org, User: s.anna, Superuser: true})
	sets := make([]id.ID, 6)
	for i := range sets {
		sets[i] = id.New()
		if _, err := s.store.Commit(t.Context(), row.Change{Organization: s.org, Writes: []row.Write{{Object: "permission", ID: sets[i], Op: entry.Created, Set: row.Fields{"name": string(sets[i])}}}}); err != nil {
			t.Fatal(err)
		}
	}
	change := func(form string, command string) error {
		_, err := service.Patch(t.Context(), &boss, "user", []records.Input{{"id": row.JSONValue(s.ben), "permissions": json.RawMessage(form)}}, 0, command)
		return err
	}
	only := func(key string, sets ...id.ID) string { return string(row.JSONValue(map[string][]id.ID{key: sets})) }
	if err := change(string(row.JSONValue(sets[:2])), ""); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for _, form := range []string{only("add", sets[2]), only("add", sets[3], sets[4]), only("remove", sets[1]), only("add", sets[5])} {
		all.Go(func() {
			if err := change(form, string(id.New())); err != nil {
				t.Errorf("%s: %v", form, err)
			}
		})
	}
	all.Wait()
	has := func() []id.ID { return slices.Sorted(slices.Values(s.user(s.ben).Lookups("permissions"))) }
	if want := slices.Sorted(slices.Values(append([]id.ID{sets[0]}, sets[2:]...))); !slices.Equal(has(), want) {
		t.Errorf("sets %v, not %v", has(), want)
	}
	version := s.user(s.ben).Version
	if err := change(only("add", sets[0], sets[5]), string(id.New())); err != nil || s.user(s.ben).Version != version {
		t.Errorf("what stands already: version %d after %d, %v", s.user(s.ben).Version, version, err)
	}
	// A repeat of a command, after another user undid it, changes nothing.
	command := string(id.New())
	for _, c := range []struct{ form, command string }{{only("add", sets[1]), command}, {only("remove", sets[1]), ""}, {only("add", sets[1]), command}} {
		if err := change(c.form, c.command); err != nil {
			t.Fatal(err)
		}
	}
	if slices.Contains(has(), sets[1]) {
		t.Error("a repeat gave the set once more")
	}
}

// The actor that finds the list full rejects the command, and the list stays intact.
func TestFullListRejectsAdditions(t *testing.T) {
	s := open(t)
	full := row.ListChange{Add: []id.ID{id.New(), id.New()}, Most: 1}
	err := s.service.Patch(t.Context(), s.principal(s.anna), []row.ChangeRequest{{Record: s.ben, Set: row.Fields{"teams": full}}})
	if f := fault.From(err); !fault.Is(err, fault.Invalid) || f.Fields["teams"] == nil {
		t.Errorf("refused with %v", err)
	}
	if got := s.user(s.ben).Lookups("teams"); len(got) != 0 {
		t.Errorf("teams %v", got)
	}
}
