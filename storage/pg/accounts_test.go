package pg_test

import (
	"encoding/json"
	"slices"
	"sync"
	"testing"

	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg"
	"switchboard/storage/row"
)

func TestAccountsAreFoundByAddress(t *testing.T) {
	f := newFixture(t)
	_, err := f.AccountByEmail(t.Context(), "ann@example.test")
	f.refused(err, fault.NotFound)
	user := id.New()
	account, member, err := f.AddMember(t.Context(),
		row.Account{ID: id.New(), Email: " Ann@Example.Test ", PasswordHash: "$argon2id$1", Active: true},
		row.Membership{Organization: f.org, User: user})
	f.ok(err)
	if account.Email != "ann@example.test" || member.User != user || member.Organization != f.org {
		t.Errorf("made %+v %+v", account, member)
	}
	f.ok(f.SetPassword(t.Context(), account.ID, "$argon2id$2"))
	found, err := f.AccountByEmail(t.Context(), "ANN@example.test")
	f.ok(err)
	if found.ID != account.ID || found.PasswordHash != "$argon2id$2" || !found.Active || !slices.Equal(found.Memberships, []row.Membership{member}) {
		t.Errorf("found %+v", found)
	}
	members, err := f.Memberships(t.Context(), account.ID)
	f.ok(err)
	if !slices.Equal(members, found.Memberships) {
		t.Errorf("members %+v", members)
	}
	f.refused(f.SetPassword(t.Context(), id.New(), "x"), fault.NotFound)
	for _, bad := range []string{"", "a\x00b", string(make([]byte, 300))} {
		_, err := f.AccountByEmail(t.Context(), bad)
		f.refused(err, fault.NotFound)
		_, _, err = f.AddMember(t.Context(), row.Account{ID: id.New(), Email: bad}, row.Membership{Organization: f.org, User: id.New()})
		f.refused(err, fault.Invalid)
	}
}

func TestMembershipsOfOneAccount(t *testing.T) {
	f := newFixture(t)
	second := id.New()
	f.ok(f.CreateOrganization(t.Context(), pg.Organization{ID: second, Name: "Second"}))
	add := func(organization, user id.ID, hash string) (row.Account, row.Membership) {
		t.Helper()
		a, m, err := f.AddMember(t.Context(), row.Account{ID: id.New(), Email: "ann@example.test", PasswordHash: hash, Active: true},
			row.Membership{Organization: organization, User: user})
		f.ok(err)
		return a, m
	}
	one, first := add(f.org, id.New(), "kept")
	two, _ := add(second, id.New(), "not taken")
	if two.ID != one.ID || two.PasswordHash != "kept" || len(two.Memberships) != 2 || two.Memberships[0] != first {
		t.Errorf("got %+v", two)
	}
	if _, again := add(f.org, id.New(), ""); again != first {
		t.Errorf("a second membership of one organisation: %+v", again)
	}
	_, _, err := f.AddMember(t.Context(), row.Account{ID: id.New(), Email: "bob@example.test"}, row.Membership{Organization: f.org, User: first.User})
	f.refused(err, fault.Conflict)
	_, _, err = f.AddMember(t.Context(), row.Account{ID: id.New(), Email: "bob@example.test"}, row.Membership{Organization: id.New(), User: id.New()})
	f.refused(err, fault.NotFound)
	_, err = f.AccountByEmail(t.Context(), "bob@example.test")
	f.refused(err, fault.NotFound) // nothing is left of what failed
}

func TestOneAccountWhoeverMakesIt(t *testing.T) {
	f := newFixture(t)
	const makers = 8
	ids := make([]id.ID, makers)
	users := make([]id.ID, makers)
	var wg sync.WaitGroup
	for i := range makers {
		wg.Go(func() {
			a, m, err := f.AddMember(t.Context(), row.Account{ID: id.New(), Email: "ann@example.test", Active: true}, row.Membership{Organization: f.org, User: id.New()})
			if err != nil {
				t.Error(err)
			}
			ids[i], users[i] = a.ID, m.User
		})
	}
	wg.Wait()
	if len(slices.Compact(ids)) != 1 || len(slices.Compact(users)) != 1 {
		t.Errorf("accounts %v, users %v", ids, users)
	}
}

func TestUserInputs(t *testing.T) {
	f := newFixture(t)
	named := f.create("team", row.Fields{"name": "Named"}).ID
	set := f.create("permission", row.Fields{
		"name":                     "Agents",
		"object_permissions":       json.RawMessage(`{"contact":{"read":true,"update":true}}`),
		"object_field_permissions": json.RawMessage(`{"contact":{"all_fields":false,"name":{"read":true}}}`),
		"scopes":                   json.RawMessage(`{"contact":"team"}`),
		"system":                   []string{access.SuperviseCalls},
	}).ID
	broken := f.create("permission", row.Fields{"name": "Broken", "object_permissions": json.RawMessage(`{"contact":7}`)}).ID
	gone := f.create("permission", row.Fields{"name": "Gone", "object_permissions": json.RawMessage(`{"note":{"read":true}}`)})
	ann := f.create("user", row.Fields{
		"name": "Ann", "email": "ann@example.test", "is_active": true, "teams": []id.ID{named}, "permissions": []id.ID{set, broken, gone.ID},
	})
	naming := f.create("team", row.Fields{"name": "Naming", "members": []id.ID{ann.ID}}).ID
	f.create("team", row.Fields{"name": "Other"})
	f.commit(f.change(row.Write{Object: "permission", ID: gone.ID, Op: entry.Removed}))

	in, active, err := f.UserInputs(t.Context(), f.org, ann.ID)
	f.ok(err)
	teams := []id.ID{named, naming}
	slices.Sort(teams)
	if !active || in.Name != "Ann" || in.Superuser || in.User != ann.ID || in.Organization != f.org || !slices.Equal(in.Teams, teams) {
		t.Errorf("inputs %+v", in)
	}
	if len(in.Sets) != 1 {
		t.Fatalf("%d sets, want the one that is whole and there", len(in.Sets))
	}
	s := in.Sets[0]
	if !s.Objects["contact"].Update || !s.Fields["contact"]["name"].Read || s.Scopes["contact"] != access.ScopeTeam ||
		!slices.Equal(s.System, []string{access.SuperviseCalls}) {
		t.Errorf("set %+v", s)
	}
	p := access.Build(f.Registry(), in)
	if !p.Has(access.SuperviseCalls) || p.Rights("contact").Visible(&entry.Route{Teams: []id.ID{naming}}) == nil || p.Rights("note") != nil {
		t.Error("the principal does not have what its set gives")
	}

	f.update(ann, row.Fields{"is_active": false})
	if _, active, err = f.UserInputs(t.Context(), f.org, ann.ID); err != nil || active {
		t.Errorf("a deactivated user is active: %v %v", active, err)
	}
	f.update(ann, row.Fields{"is_active": true, "is_superuser": true})
	account, _, err := f.AddMember(t.Context(), row.Account{ID: id.New(), Email: "ann@example.test", Active: true}, row.Membership{Organization: f.org, User: ann.ID})
	f.ok(err)
	if in, active, err = f.UserInputs(t.Context(), f.org, ann.ID); err != nil || !active || !in.Superuser {
		t.Errorf("got %+v %v %v", in, active, err)
	}
	if _, err := f.conn.Exec(t.Context(), `UPDATE core.account SET is_active = false WHERE id = $1`, string(account.ID)); err != nil {
		t.Fatal(err)
	}
	if _, active, err = f.UserInputs(t.Context(), f.org, ann.ID); err != nil || active {
		t.Errorf("the user of a disabled account is active: %v %v", active, err)
	}
	f.commit(f.change(row.Write{Object: "user", ID: ann.ID, Op: entry.Removed}))
	_, _, err = f.UserInputs(t.Context(), f.org, ann.ID)
	f.refused(err, fault.NotFound)
	_, _, err = f.UserInputs(t.Context(), f.org, "nonsense")
	f.refused(err, fault.NotFound)
	_, _, err = f.UserInputs(t.Context(), id.New(), ann.ID)
	f.refused(err, fault.NotFound)
}
