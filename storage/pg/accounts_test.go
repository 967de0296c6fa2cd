package pg_test

import (
	"encoding/json"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"switchboard/actors/features"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg/organizations"
	"switchboard/storage/row"
)

// join commits a membership of a new user and gives the user.
func (f *fixture) join(organization id.ID, j row.Join) (id.ID, error) {
	f.Helper()
	if j.User == "" {
		j.User = id.New()
	}
	_, err := f.Commit(f.Context(), row.Change{Organization: organization, Join: &j, Writes: []row.Write{{
		Object: "user", ID: j.User, Op: entry.Created, Set: row.Fields{"name": "Ann", "email": string(j.User) + "@example.test"},
	}}})
	return j.User, err
}

func account(email, hash string) row.Account {
	return row.Account{ID: id.New(), Email: email, PasswordHash: hash, Active: true}
}

func TestAccountsAreFoundByAddress(t *testing.T) {
	f := newFixture(t)
	_, err := f.AccountByEmail(t.Context(), "ann@example.test")
	f.refused(err, fault.NotFound)
	made := account(" Ann@Example.Test ", "$argon2id$1")
	user, err := f.join(f.org, row.Join{Account: made, New: true})
	f.ok(err)
	f.ok(f.SetPassword(t.Context(), made.ID, "$argon2id$2"))
	found, err := f.AccountByEmail(t.Context(), "ANN@example.test")
	f.ok(err)
	o, err := f.Organization(t.Context(), f.org)
	f.ok(err)
	member := row.Membership{Organization: f.org, User: user, Name: o.Name}
	if found.ID != made.ID || found.Email != "ann@example.test" || found.PasswordHash != "$argon2id$2" || !found.Active ||
		!slices.Equal(found.Memberships, []row.Membership{member}) {
		t.Errorf("found %+v", found)
	}
	of, err := f.AccountOfUser(t.Context(), f.org, user)
	f.ok(err)
	if of.ID != found.ID || !slices.Equal(of.Memberships, found.Memberships) {
		t.Errorf("the account of the user is %+v", of)
	}
	_, err = f.AccountOfUser(t.Context(), id.New(), user)
	f.refused(err, fault.NotFound) // of another organization
	f.refused(f.SetPassword(t.Context(), id.New(), "x"), fault.NotFound)
	for _, bad := range []string{"", "a\x00b", string(make([]byte, 300))} {
		_, err := f.AccountByEmail(t.Context(), bad)
		f.refused(err, fault.NotFound)
		_, err = f.join(f.org, row.Join{Account: account(bad, ""), New: true})
		f.refused(err, fault.Invalid)
	}
}

// Whoever asks for an account of an address that has one gets nothing, and leaves
// nothing.
func TestAnAccountIsMadeOnce(t *testing.T) {
	f := newFixture(t)
	second := id.New()
	f.ok(f.CreateOrganization(t.Context(), organizations.Organization{ID: second, Name: "Second"}))
	made := account("ann@example.test", "kept")
	first, err := f.join(f.org, row.Join{Account: made, New: true})
	f.ok(err)
	stranger, err := f.join(second, row.Join{Account: account("Ann@Example.test", "taken"), New: true, User: id.New()})
	f.refused(err, fault.Conflict)
	_, err = f.Get(t.Context(), second, "user", stranger)
	f.refused(err, fault.NotFound)
	_, err = f.join(f.org, row.Join{Account: made})
	f.refused(err, fault.Conflict) // a second membership of one organization
	there, err := f.join(second, row.Join{Account: made})
	f.ok(err)
	found, err := f.AccountByEmail(t.Context(), "ann@example.test")
	f.ok(err)
	if found.PasswordHash != "kept" || len(found.Memberships) != 2 || found.Memberships[0].User != first || found.Memberships[1].User != there {
		t.Errorf("got %+v", found)
	}
}

func TestOfManyMakersOneMakesTheAccount(t *testing.T) {
	f := newFixture(t)
	const makers = 8
	var won atomic.Int32
	var wg sync.WaitGroup
	for range makers {
		wg.Go(func() {
			switch _, err := f.join(f.org, row.Join{Account: account("ann@example.test", ""), New: true}); {
			case err == nil:
				won.Add(1)
			case !fault.Is(err, fault.Conflict):
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if won.Load() != 1 {
		t.Errorf("%d made it", won.Load())
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
	administered := f.create("app", row.Fields{"name": "Hers", "app_admins": []id.ID{ann.ID}}).ID
	other := f.create("app", row.Fields{"name": "Others"}).ID
	f.commit(f.change(row.Write{Object: "app", ID: f.create("app", row.Fields{"name": "Gone", "app_admins": []id.ID{ann.ID}}).ID, Op: entry.Removed}))
	f.commit(f.change(row.Write{Object: "permission", ID: gone.ID, Op: entry.Removed}))

	in, active, err := f.UserInputs(t.Context(), f.org, ann.ID)
	f.ok(err)
	teams := []id.ID{named, naming}
	slices.Sort(teams)
	if !active || in.Name != "Ann" || in.Superuser || in.User != ann.ID || in.Organization != f.org || !slices.Equal(in.Teams, teams) || !slices.Equal(in.Apps, []id.ID{administered}) {
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
	p := access.Build(features.Registry(), in)
	if !p.Administers(administered) || p.Administers(other) {
		t.Error("she administers another app than that which names her")
	}
	if !p.Has(access.SuperviseCalls) || p.Rights("contact").Visible(&entry.Route{Teams: []id.ID{naming}}) == nil || p.Rights("note") != nil {
		t.Error("the principal does not have what its set gives")
	}

	f.update(ann, row.Fields{"is_active": false})
	if _, active, err = f.UserInputs(t.Context(), f.org, ann.ID); err != nil || active {
		t.Errorf("a deactivated user is active: %v %v", active, err)
	}
	f.superuser("boss") // one is always left
	f.update(ann, row.Fields{"is_active": true, "is_superuser": true})
	made := account("ann@example.test", "")
	_, err = f.Commit(t.Context(), row.Change{Organization: f.org, Join: &row.Join{Account: made, New: true, User: ann.ID}})
	f.ok(err)
	if in, active, err = f.UserInputs(t.Context(), f.org, ann.ID); err != nil || !active || !in.Superuser {
		t.Errorf("got %+v %v %v", in, active, err)
	}
	if _, err := f.conn.Exec(t.Context(), `UPDATE core.account SET is_active = false WHERE id = $1`, string(made.ID)); err != nil {
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
