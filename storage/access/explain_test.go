package access_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"switchboard/actors/features"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/schema"
)

// Explanations match the rights for every object, field and row and any permission sets.
func TestExplanationsAgreeWithTheRights(t *testing.T) {
	const people = 24
	registry := features.Registry()
	random := rand.New(rand.NewPCG(1, 2)) // the same each time
	routes := []entry.Route{
		{}, {Owner: me}, {Owner: other}, {Owner: other, Teams: []id.ID{teamA}}, {Members: []id.ID{me}},
		{Candidates: []id.ID{me}}, {Owner: me, Private: true}, {Members: []id.ID{me, other}, Private: true},
	}
	for n := range people {
		in := access.Inputs{User: me, Superuser: n%8 == 7, Teams: []id.ID{teamA}}
		var labelled []access.LabelledSet
		for range random.IntN(3) {
			set := randomSet(random, registry)
			in.Sets = append(in.Sets, set)
			labelled = append(labelled, access.LabelledSet{PermissionSet: set, Name: "Some"})
		}
		p := access.Build(registry, in)
		for _, o := range registry.Objects() {
			if o.Internal {
				continue
			}
			for _, right := range []string{access.RightCreate, access.RightRead, access.RightUpdate, access.RightDelete} {
				for _, f := range append([]*schema.Field{nil}, o.Fields...) {
					if f != nil && (f.Internal || right == access.RightDelete) {
						continue
					}
					for i := range routes {
						if right == access.RightCreate && i > 0 {
							break
						}
						q := access.Question{Registry: registry, Object: o, Right: right, Field: f, Route: &routes[i]}
						if got, want := access.Explain(in, labelled, q), decided(&p, q); got.Allowed != want || len(got.Because) == 0 {
							t.Fatalf("%s %s %v of %+v by %+v: decided %v, explained %+v", right, o.APIName, f, routes[i], in.Sets, want, got)
						}
					}
				}
			}
		}
	}
}

// decided asks the rights themselves.
func decided(p *access.Principal, q access.Question) bool {
	rights := p.Rights(q.Object.APIName)
	takes := func(c access.Change) bool {
		ok, err := c.Takes(q.Field)
		return ok && err == nil
	}
	switch q.Right {
	case access.RightCreate:
		return p.MayCreate(q.Object.APIName) == nil && (q.Field == nil || takes(rights.Creating(p)))
	case access.RightRead:
		fields := rights.Visible(q.Route)
		return fields != nil && (q.Field == nil || fields.Has(q.Field.Name))
	case access.RightUpdate:
		if p.MayChange(q.Object.APIName) != nil || rights.Updatable(q.Route) == nil {
			return false
		}
		return q.Field == nil || takes(rights.Changing(p, q.Route))
	default:
		return p.MayDelete(q.Object.APIName) == nil && rights.Deletable(q.Route)
	}
}

func randomSet(random *rand.Rand, registry *schema.Registry) access.PermissionSet {
	flip := func() bool { return random.IntN(2) == 0 }
	set := access.PermissionSet{
		Objects: map[string]access.ObjectPermission{}, Scopes: map[string]access.Scope{},
		Fields: map[string]map[string]access.FieldPermission{},
	}
	if flip() {
		set.System = []string{access.AdministerUsers, access.ManagePhones}
	}
	for _, o := range registry.Objects() {
		if flip() {
			set.Objects[o.APIName] = access.ObjectPermission{Create: flip(), Read: flip(), Update: flip(), Delete: flip()}
		}
		set.Scopes[o.APIName] = []access.Scope{access.ScopeAll, access.ScopeTeam, access.ScopeOwn}[random.IntN(3)]
		if flip() {
			set.Fields[o.APIName] = map[string]access.FieldPermission{}
			for _, f := range o.Fields {
				if flip() {
					update := flip()
					set.Fields[o.APIName][f.Name] = access.FieldPermission{Read: update || flip(), Update: update}
				}
			}
		}
	}
	return set
}

func TestExplanationsAreSentences(t *testing.T) {
	registry := features.Registry()
	contact := registry.Object("contact")
	read := access.ObjectPermission{Read: true}
	sales := access.LabelledSet{Name: "Sales", PermissionSet: set("contact", read, access.ScopeTeam, nil)}
	names := access.LabelledSet{Name: "Names", PermissionSet: set("contact", read, "", map[string]access.FieldPermission{"name": {Read: true}})}
	nothing := access.LabelledSet{Name: "Phones"}
	for name, c := range map[string]struct {
		sets []access.LabelledSet
		q    access.Question
		want []string
	}{
		"for a team's rows": {
			[]access.LabelledSet{sales, nothing}, access.Question{Right: access.RightRead, Route: &entry.Route{Owner: me}},
			[]string{"The permission set Sales lets one read contacts: those that one owns.", "The permission set Phones does not let one read contacts."},
		},
		"for any row": {
			[]access.LabelledSet{sales}, access.Question{Right: access.RightRead},
			[]string{"The permission set Sales lets one read contacts: those that somebody of one's teams owns or those that one owns."},
		},
		"for other rows": {
			[]access.LabelledSet{sales}, access.Question{Right: access.RightRead, Route: &entry.Route{Owner: other}},
			[]string{"The permission set Sales lets one read contacts, but only those that somebody of one's teams owns or those that one owns; this is none of them."},
		},
		"for a field that is not listed": {
			[]access.LabelledSet{names}, access.Question{Right: access.RightRead, Field: contact.Field("company"), Route: &entry.Route{}},
			[]string{"The permission set Names lists the fields that it gives of contacts; Company is not among them."},
		},
		"for nobody": {nil, access.Question{Right: access.RightDelete}, []string{"Nobody may delete contacts without a permission set that says so, and there is none."}},
		"without its name": {
			[]access.LabelledSet{{PermissionSet: sales.PermissionSet}}, access.Question{Right: access.RightCreate},
			[]string{"A permission set does not let one create contacts."},
		},
	} {
		t.Run(name, func(t *testing.T) {
			c.q.Object = contact
			var got []string
			for _, reason := range access.Explain(access.Inputs{User: me, Teams: []id.ID{teamA}}, c.sets, c.q).Because {
				got = append(got, reason.Text)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got\n%s", strings.Join(got, "\n"))
			}
		})
	}
	call := access.Question{Object: registry.Object("call"), Right: access.RightDelete}
	if got := access.Explain(access.Inputs{User: me, Superuser: true}, nil, call); got.Allowed || got.Because[len(got.Because)-1].Text != "Calls are kept for their history." {
		t.Errorf("a call: %+v", got)
	}
}
