package records_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"testing"

	"switchboard/actors/features"
	"switchboard/actors/records"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// crew is a team and people who may be in it.
type crew struct {
	*world

	boss   access.Principal
	team   id.ID
	people []id.ID
}

func newCrew(t *testing.T, members int) *crew {
	t.Helper()
	w := newWorld(t)
	c := &crew{world: w, people: make([]id.ID, 6)}
	for i := range c.people {
		c.people[i] = id.New()
		w.write("user", c.people[i], entry.Created, row.Fields{"name": "U", "email": string(c.people[i]) + "@example.com"})
	}
	c.boss = access.Build(features.Registry(), access.Inputs{Organization: w.org, User: c.people[0], Superuser: true})
	c.team = w.write("team", id.New(), entry.Created, row.Fields{"name": "North", "members": c.people[:members]})
	return c
}

func (c *crew) members() []id.ID {
	c.t.Helper()
	stands, err := c.store.Get(c.t.Context(), c.org, "team", c.team)
	if err != nil {
		c.t.Fatal(err)
	}
	return stands.Lookups("members")
}

func (c *crew) change(ctx context.Context, form string, expect int64) error {
	rows := []records.Input{{"id": row.JSONValue(c.team), "members": json.RawMessage(form)}}
	_, err := c.Patch(ctx, &c.boss, "team", rows, expect, "")
	return err
}

func only(key string, ids ...id.ID) string {
	return string(row.JSONValue(map[string][]id.ID{key: ids}))
}

// Those who add and remove members at once undo nothing of each other's, and none is refused.
func TestListsThatSeveralPeopleChangeAtOnce(t *testing.T) {
	c := newCrew(t, 2)
	var all sync.WaitGroup
	for _, form := range []string{only("add", c.people[2]), only("add", c.people[3], c.people[4]), only("remove", c.people[1]), only("add", c.people[5])} {
		all.Go(func() {
			if err := c.change(t.Context(), form, 0); err != nil {
				t.Errorf("%s: %v", form, err)
			}
		})
	}
	all.Wait()
	got := c.members()
	slices.Sort(got)
	want := slices.Sorted(slices.Values(append([]id.ID{c.people[0]}, c.people[2:]...)))
	if !slices.Equal(got, want) {
		t.Errorf("the members are %v, not %v", got, want)
	}
}

// What is added and removed counts for the list as it stands at the write, whatever stood
// there when it was decided; with a version it is refused where that is another.
func TestAListChangesUnderTheHandsOfWhoDecides(t *testing.T) {
	c := newCrew(t, 2)
	form := fmt.Sprintf(`{"add":[%q],"remove":[%q]}`, c.people[2], c.people[0])
	meddle := func() {
		c.write("team", c.team, entry.Updated, row.Fields{"members": []id.ID{c.people[3], c.people[0]}})
	}
	c.store.Before = []func(){meddle}
	if err := c.change(t.Context(), form, 0); err != nil {
		t.Fatal(err)
	}
	if got, want := c.members(), []id.ID{c.people[3], c.people[2]}; !slices.Equal(got, want) {
		t.Errorf("the members are %v, not %v", got, want)
	}
	c.store.Before = []func(){meddle}
	if err := c.change(t.Context(), only("add", c.people[4]), 3); !fault.Is(err, fault.VersionConflict) {
		t.Errorf("over a version: %v", err)
	}
}
