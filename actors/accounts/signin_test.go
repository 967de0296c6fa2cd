package accounts_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"switchboard/actors/accounts"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg/organizations"
	"switchboard/storage/row"
)

func TestSignIn(t *testing.T) {
	w := newWorld(t)
	tokens, err := w.SignIns.SignIn(t.Context(), " ANN@example.com ", password, here)
	if err != nil {
		t.Fatal(err)
	}
	p, expires, err := w.Principals.Authenticate(t.Context(), tokens.Access)
	if err != nil {
		t.Fatal(err)
	}
	if p.User != w.user || p.Organization != w.org || p.Session != tokens.Session || p.Name != "Ann" {
		t.Errorf("the token speaks for %+v", p)
	}
	if got := expires.Sub(w.clock.Now()); got > 10*time.Minute || got < 9*time.Minute {
		t.Errorf("it is good for %s", got)
	}
	session, err := w.store.Get(t.Context(), w.org, "session", tokens.Session)
	if err != nil {
		t.Fatal(err)
	}
	if session.Text("ip") != here.Address || session.Lookup("user") != w.user {
		t.Errorf("the session is %v", session.Fields)
	}
	for name, value := range session.Fields {
		if text, ok := value.(string); ok && strings.Contains(tokens.Refresh, text) && len(text) > 20 && name != "id" && name != "organization_id" {
			t.Errorf("%s holds the secret", name)
		}
	}
}

// An unknown address, a wrong password, a disabled account's user and a user
// without a password are told apart by nothing.
func TestSignInRefusesAllAlike(t *testing.T) {
	w := newWorld(t)
	w.newUser("silent@example.com")
	account, err := w.store.AccountByEmail(t.Context(), "silent@example.com")
	if err != nil {
		t.Fatal(err)
	}
	if err := w.store.SetPassword(t.Context(), account.ID, ""); err != nil {
		t.Fatal(err)
	}
	off := w.newUser("off@example.com")
	w.commit(row.Write{Object: "user", ID: off, Op: entry.Updated, Set: row.Fields{"is_active": false}})
	answers := map[string]int{}
	for _, c := range []struct{ email, password string }{
		{email, "wrong horse"}, {"nobody@example.com", password}, {"silent@example.com", password}, {"off@example.com", password},
	} {
		_, err := w.SignIns.SignIn(t.Context(), c.email, c.password, here)
		if !fault.Is(err, fault.Unauthenticated) {
			t.Errorf("%s: %v", c.email, err)
		}
		answers[fmt.Sprint(err)]++
	}
	if len(answers) != 1 {
		t.Errorf("the answers differ: %v", answers)
	}
}

func TestSignInRefusesNonsense(t *testing.T) {
	w := newWorld(t)
	for _, c := range []struct{ email, password string }{
		{"", password}, {email, ""}, {strings.Repeat("x", 300) + "@example.com", password},
		{email, strings.Repeat("x", 1025)}, {"a\x00@example.com", password}, {"\xff@example.com", password},
	} {
		if _, err := w.SignIns.SignIn(t.Context(), c.email, c.password, here); !fault.Is(err, fault.Invalid) {
			t.Errorf("%.20q, %.20q: %v", c.email, c.password, err)
		}
	}
}

func TestSuccessForgetsGuesses(t *testing.T) {
	w := newWorld(t)
	for range 3 {
		for range 9 {
			if _, err := w.SignIns.SignIn(t.Context(), email, "wrong horse", here); !fault.Is(err, fault.Unauthenticated) {
				t.Fatal(err)
			}
		}
		w.signIn()
	}
}

func TestSignInRaisesTheCost(t *testing.T) {
	w := newWorld(t)
	before, err := w.store.AccountByEmail(t.Context(), email)
	if err != nil {
		t.Fatal(err)
	}
	dearer := w.cfg
	dearer.Cost.Passes = 2
	if _, err := w.service(dearer).SignIns.SignIn(t.Context(), email, password, here); err != nil {
		t.Fatal(err)
	}
	after, err := w.store.AccountByEmail(t.Context(), email)
	if err != nil {
		t.Fatal(err)
	}
	if before.PasswordHash == after.PasswordHash || !strings.HasPrefix(after.PasswordHash, "$argon2id$v=19$m=64,t=2,p=1$") {
		t.Errorf("the hash is %s", after.PasswordHash)
	}
	w.signIn()
}

func TestCreateUser(t *testing.T) {
	w := newWorld(t)
	_, err := w.Members.CreateUser(t.Context(), w.org, accounts.NewUser{Email: "Ann@Example.com", Password: password, Fields: row.Fields{"name": "Ann"}})
	if !fault.Is(err, fault.Conflict) {
		t.Errorf("the same address twice: %v", err)
	}
	for _, u := range []accounts.NewUser{
		{Email: "no address", Password: password, Fields: row.Fields{"name": "X"}},
		{Email: "x@example.com", Password: "short", Fields: row.Fields{"name": "X"}},
		{Email: "x@example.com", Password: password},
		{Email: "x@example.com", Fields: row.Fields{"name": "X"}},
	} {
		if _, err := w.Members.CreateUser(t.Context(), w.org, u); !fault.Is(err, fault.Invalid) {
			t.Errorf("%+v: %v", u, err)
		}
	}
}

// A password that holds already changes nothing; another one ends every session of the
// account in every organization, and those of nobody else.
func TestEnsuringAPassword(t *testing.T) {
	w := newWorld(t)
	other := id.New()
	if err := w.store.CreateOrganization(t.Context(), organizations.Organization{ID: other, Name: "Elsewhere"}); err != nil {
		t.Fatal(err)
	}
	account, err := w.store.AccountOfUser(t.Context(), w.org, w.user)
	if err != nil {
		t.Fatal(err)
	}
	twin := id.New()
	_, err = w.store.Commit(t.Context(), row.Change{
		Organization: other, Join: &row.Join{Account: account, User: twin},
		Writes: []row.Write{{Object: "user", ID: twin, Op: entry.Created, Set: row.Fields{"name": "Ann", "email": email, "is_active": true}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	w.newUser("eve@example.com")
	enter := func(address string, organization id.ID, word string) (accounts.Tokens, error) {
		client := here
		client.Organization = organization
		return w.SignIns.SignIn(t.Context(), address, word, client)
	}
	var opened [3]accounts.Tokens
	for i, at := range []struct {
		address      string
		organization id.ID
	}{{email, w.org}, {email, other}, {"eve@example.com", w.org}} {
		if opened[i], err = enter(at.address, at.organization, password); err != nil {
			t.Fatal(err)
		}
	}
	stand := func() string {
		var out string
		for _, tokens := range opened {
			_, err := w.Sessions.Renew(t.Context(), tokens.Refresh)
			out += fmt.Sprint(err == nil, " ")
		}
		return out
	}
	if changed, err := w.Members.EnsurePassword(t.Context(), w.org, w.user, password); changed || err != nil || stand() != "true true true " {
		t.Errorf("the password that holds: %v, %v, sessions %s", changed, err, stand())
	}
	const next = "another password"
	if changed, err := w.Members.EnsurePassword(t.Context(), w.org, w.user, next); !changed || err != nil || stand() != "false false true " {
		t.Errorf("another password: %v, %v, sessions %s", changed, err, stand())
	}
	if _, err := enter(email, w.org, password); !fault.Is(err, fault.Unauthenticated) {
		t.Errorf("the old password: %v", err)
	}
	if _, err := enter(email, w.org, next); err != nil {
		t.Errorf("the new password: %v", err)
	}
	if _, err := w.Members.EnsurePassword(t.Context(), other, w.user, next); !fault.Is(err, fault.NotFound) {
		t.Errorf("a user of another organization: %v", err)
	}
}
