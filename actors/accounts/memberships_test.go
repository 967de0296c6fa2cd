package accounts_test

import (
	"testing"

	"switchboard/actors/accounts"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg/organizations"
	"switchboard/storage/row"
)

// second makes the person a member of another organization and gives both ids.
func (w *world) second(name string) (organization, user id.ID) {
	w.t.Helper()
	organization, user = id.New(), id.New()
	if err := w.store.CreateOrganization(w.t.Context(), organizations.Organization{ID: organization, Name: name}); err != nil {
		w.t.Fatal(err)
	}
	account, err := w.store.AccountByEmail(w.t.Context(), email)
	if err != nil {
		w.t.Fatal(err)
	}
	_, err = w.store.Commit(w.t.Context(), row.Change{
		Organization: organization, Join: &row.Join{Account: account, User: user},
		Writes: []row.Write{{Object: "user", ID: user, Op: entry.Created, Set: row.Fields{"name": "Ann There", "email": email, "is_active": true}}},
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return organization, user
}

func TestSignInChoosesAmongMemberships(t *testing.T) {
	w := newWorld(t)
	there, user := w.second("Elsewhere")
	tokens, err := w.SignIns.SignIn(t.Context(), email, password, here)
	if err != nil {
		t.Fatal(err)
	}
	want := []accounts.Membership{{Organization: w.org, User: w.user, Name: "Test"}, {Organization: there, User: user, Name: "Elsewhere"}}
	if tokens.Access != "" || tokens.Refresh != "" || tokens.Session != "" || len(tokens.Choices) != 2 || tokens.Choices[0] != want[0] || tokens.Choices[1] != want[1] {
		t.Fatalf("a sign-in without a choice gives %+v", tokens)
	}
	for _, m := range want {
		client := here
		client.Organization = m.Organization
		tokens, err := w.SignIns.SignIn(t.Context(), email, password, client)
		if err != nil || tokens.Organization != m.Organization || tokens.User != m.User {
			t.Errorf("signed in to %s as %s: %v", tokens.Organization, tokens.User, err)
		}
	}
	elsewhere := here
	elsewhere.Organization = id.New()
	if _, err := w.SignIns.SignIn(t.Context(), email, password, elsewhere); !fault.Is(err, fault.Invalid) {
		t.Errorf("an organization of others: %v", err)
	}
	if _, err := w.SignIns.SignIn(t.Context(), email, "wrong horse", elsewhere); !fault.Is(err, fault.Unauthenticated) {
		t.Errorf("it is told without the password: %v", err)
	}
	// Organizations where the user is inactive are not offered.
	w.set(row.Fields{"is_active": false})
	if tokens, err := w.SignIns.SignIn(t.Context(), email, password, here); err != nil || tokens.Organization != there {
		t.Errorf("signed in to %s: %v", tokens.Organization, err)
	}
}

func TestSwitchEndsTheSessionItCameFrom(t *testing.T) {
	w := newWorld(t)
	tokens := w.signIn()
	there, user := w.second("Elsewhere")
	p, _, err := w.Principals.Authenticate(t.Context(), tokens.Access)
	if err != nil {
		t.Fatal(err)
	}
	mine, err := w.SignIns.Memberships(t.Context(), &p)
	if err != nil || len(mine) != 2 {
		t.Fatalf("memberships %v, %v", mine, err)
	}
	if _, err := w.SignIns.Switch(t.Context(), &p, id.New(), here); !fault.Is(err, fault.NotFound) {
		t.Errorf("an organization of others: %v", err)
	}
	next, err := w.SignIns.Switch(t.Context(), &p, there, here)
	if err != nil {
		t.Fatal(err)
	}
	q, _, err := w.Principals.Authenticate(t.Context(), next.Access)
	if err != nil || q.Organization != there || q.User != user || q.Name != "Ann There" {
		t.Errorf("it acts for %+v, %v", q, err)
	}
	_, _, err = w.Principals.Authenticate(t.Context(), tokens.Access)
	w.refused("the session that was left", err)
	_, err = w.Sessions.Refresh(t.Context(), tokens.Refresh)
	w.refused("its refresh token", err)
}
