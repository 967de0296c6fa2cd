package access_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"switchboard/actors/features"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
)

// TestAProfileSeesAlike checks what the hub's delivery relies on: principals with the same
// profile and standing have the same Sight.
func TestAProfileSeesAlike(t *testing.T) {
	registry := features.Registry()
	random := rand.New(rand.NewPCG(1, 2))
	ids := func(kind string, n, most int) []id.ID {
		var out []id.ID
		for i := range n {
			if random.IntN(n) < most {
				out = append(out, id.Derived(fmt.Sprint(kind, i)))
			}
		}
		return out
	}
	scopes := []access.Scope{access.ScopeAll, access.ScopeTeam, access.ScopeOwn}
	objects := []string{"contact", "call", "chat", "chat_message", "user", "note", "list_filter"}
	var people []access.Principal
	for range 60 {
		in := access.Inputs{User: id.Derived(fmt.Sprint("user", random.IntN(12))), Superuser: random.IntN(10) == 0, Teams: ids("team", 3, 1)}
		for range random.IntN(3) {
			set := access.PermissionSet{Objects: map[string]access.ObjectPermission{}, Fields: map[string]map[string]access.FieldPermission{}, Scopes: map[string]access.Scope{}}
			for _, o := range objects {
				if random.IntN(2) == 0 {
					continue
				}
				set.Objects[o] = access.ObjectPermission{Read: true, Update: random.IntN(2) == 0, Delete: random.IntN(3) == 0}
				set.Scopes[o] = scopes[random.IntN(3)]
				if random.IntN(2) == 0 {
					set.Fields[o] = map[string]access.FieldPermission{"name": {Read: random.IntN(2) == 0}, "created_date": {Read: true}}
				}
			}
			in.Sets = append(in.Sets, set)
		}
		people = append(people, access.Build(registry, in))
	}
	profiles := map[string]*access.Rights{}
	shared := 0
	for range 200 {
		route := entry.Route{Teams: ids("team", 3, 1), Members: ids("user", 12, 3), Candidates: ids("user", 12, 2), Private: random.IntN(3) == 0}
		route.Shared = []string{"", "private", "team", "organization"}[random.IntN(4)]
		route.About = []string{"", "contact", "note", "tag"}[random.IntN(4)]
		if random.IntN(3) > 0 {
			route.Owner = id.Derived(fmt.Sprint("user", random.IntN(12)))
		}
		for i := range people {
			p := &people[i]
			for _, o := range objects {
				r := p.Rights(o)
				want := r.Sight(&route)
				key := o + r.Profile()
				like, ok := profiles[key]
				if !ok {
					profiles[key], like = r, r
				}
				if like != r {
					shared++
				}
				if got := like.SightAs(&route, access.StandingOf(&route, p.User)); got.Fields.Key() != want.Fields.Key() || got.May != want.May {
					t.Fatalf("%s of %s: %+v by profile, %+v by himself; route %+v, profile %s", o, p.User, got, want, route, r.Profile())
				}
				if r.Visible(&route).Key() != want.Fields.Key() || r.VisibleAs(&route, access.StandingOf(&route, p.User)).Key() != want.Fields.Key() {
					t.Fatalf("%s of %s: what is visible is not what is in sight; route %+v", o, p.User, route)
				}
			}
		}
	}
	if shared < 1000 {
		t.Fatalf("only %d looks were shared: the test proves nothing", shared)
	}
}

func TestWhoHoldsAPermissionSet(t *testing.T) {
	set, other := id.New(), id.New()
	holder := access.Build(features.Registry(), access.Inputs{Organization: id.New(), User: id.New(), Permissions: []id.ID{set}})
	if !holder.Holds(set) || holder.Holds(other) {
		t.Error("a user holds the sets that his record lists, read or not, and no others")
	}
	unlisted := access.Build(features.Registry(), access.Inputs{Organization: id.New(), User: id.New(), Sets: []access.PermissionSet{{}}})
	if !unlisted.Holds(other) {
		t.Error("sets without ids may be any")
	}
}
