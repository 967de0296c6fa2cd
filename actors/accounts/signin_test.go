package accounts_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"switchboard/actors/accounts"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/row"
)

func TestSignIn(t *testing.T) {
	w := newWorld(t)
	tokens, err := w.SignIn(t.Context(), " ANN@example.com ", password, here)
	if err != nil {
		t.Fatal(err)
	}
	p, expires, err := w.Authenticate(t.Context(), tokens.Access)
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
		_, err := w.SignIn(t.Context(), c.email, c.password, here)
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
		if _, err := w.SignIn(t.Context(), c.email, c.password, here); !fault.Is(err, fault.Invalid) {
			t.Errorf("%.20q, %.20q: %v", c.email, c.password, err)
		}
	}
}

func TestSuccessForgetsGuesses(t *testing.T) {
	w := newWorld(t)
	for range 3 {
		for range 9 {
			if _, err := w.SignIn(t.Context(), email, "wrong horse", here); !fault.Is(err, fault.Unauthenticated) {
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
	if _, err := w.service(dearer).SignIn(t.Context(), email, password, here); err != nil {
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
	_, err := w.CreateUser(t.Context(), w.org, accounts.NewUser{Email: "Ann@Example.com", Password: password, Fields: row.Fields{"name": "Ann"}})
	if !fault.Is(err, fault.Conflict) {
		t.Errorf("the same address twice: %v", err)
	}
	for _, u := range []accounts.NewUser{
		{Email: "no address", Password: password, Fields: row.Fields{"name": "X"}},
		{Email: "x@example.com", Password: "short", Fields: row.Fields{"name": "X"}},
		{Email: "x@example.com", Password: password},
		{Email: "x@example.com", Fields: row.Fields{"name": "X"}},
	} {
		if _, err := w.CreateUser(t.Context(), w.org, u); !fault.Is(err, fault.Invalid) {
			t.Errorf("%+v: %v", u, err)
		}
	}
}
