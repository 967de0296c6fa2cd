package chat_test

import (
	"slices"
	"sync"
	"testing"

	"switchboard/actors/records"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// The node that owns the chat adds and removes members, whichever node receives the
// request.
func TestMembersAreAddedOnBothNodes(t *testing.T) {
	f := onTwoNodes(t)
	people := make([]id.ID, 4)
	for i := range people {
		people[i] = id.New()
		f.write(row.Write{Object: "user", ID: people[i], Op: entry.Created, Set: row.Fields{"name": "P", "email": string(people[i]) + "@example.test"}})
	}
	change := func(one id.ID, key string, who ...id.ID) {
		_, err := f.records.Patch(t.Context(), &f.ann, "chat", []records.Input{{"id": row.JSONValue(one), "members": row.JSONValue(map[string][]id.ID{key: who})}}, 0, string(id.New()))
		if err != nil {
			t.Errorf("%s: %v", key, err)
		}
	}
	for _, one := range []id.ID{f.a, f.b} {
		change(one, "add", people[0])
		var all sync.WaitGroup
		all.Go(func() { change(one, "add", people[1]) })
		all.Go(func() { change(one, "add", people[2], people[3]) })
		all.Go(func() { change(one, "remove", people[0]) })
		all.Wait()
		stands, err := f.store.Get(t.Context(), f.org, "chat", one)
		if err != nil {
			t.Fatal(err)
		}
		got, want := slices.Sorted(slices.Values(stands.Lookups("members"))), slices.Sorted(slices.Values(append(people[1:4:4], f.ann.User)))
		if !slices.Equal(got, want) {
			t.Errorf("the members are %v, not %v", got, want)
		}
	}
}
