package rest_test

import (
	"net/http"
	"testing"

	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// A person changes the password of an account that has two organizations: the session
// that did it stays open, every other one ends, and only the new password signs in.
func TestChangeOfOwnPassword(t *testing.T) {
	w := newWorld(t)
	ann, eve := w.person("Ann", nil), w.person("Eve", nil)
	foreign := newOrganization(w)
	account, err := w.store.AccountByEmail(t.Context(), "ann@example.com")
	if err != nil {
		t.Fatal(err)
	}
	there := id.New()
	_, err = w.store.Commit(t.Context(), row.Change{
		Organization: foreign.org, Join: &row.Join{Account: account, User: there},
		Writes: []row.Write{{Object: "user", ID: there, Op: entry.Created, Set: row.Fields{"name": "Ann", "email": "ann@example.com", "is_active": true}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	signIn := func(organization id.ID, word string) *answer {
		return w.do("POST", "/v1/oauth2/token", `{"username":"ann@example.com","password":"`+word+`","organization":"`+string(organization)+`"}`)
	}
	var others [2]tokens
	signIn(w.org, password).is(200).into(&others[0])
	signIn(foreign.org, password).is(200).into(&others[1])

	change := func(current, next string) *answer {
		return ann.do("POST", "/v1/me/password", `{"current_password":"`+current+`","new_password":"`+next+`"}`)
	}
	for _, c := range []struct{ current, next, field string }{
		{"", "another password", "current_password"},
		{"wrong horse", "another password", "current_password"},
		{password, "short", "new_password"},
		{password, password, "new_password"},
	} {
		if got := change(c.current, c.next).problem(http.StatusUnprocessableEntity); len(got.Errors[c.field]) == 0 {
			t.Errorf("%q to %q: %+v", c.current, c.next, got)
		}
	}
	for _, other := range others {
		(&person{world: w, token: other.Access}).do("GET", "/v1/me", "").is(200)
	}
	w.do("POST", "/v1/me/password", `{"current_password":"`+password+`","new_password":"another password"}`).problem(http.StatusUnauthorized)

	change(password, "another password").is(http.StatusNoContent)
	for _, other := range others {
		(&person{world: w, token: other.Access}).do("GET", "/v1/me", "").problem(http.StatusUnauthorized)
		w.do("POST", "/v1/oauth2/refresh", `{"refresh_token":"`+other.Refresh+`"}`).problem(http.StatusUnauthorized)
	}
	ann.do("GET", "/v1/me", "").is(200)
	eve.do("GET", "/v1/me", "").is(200)
	signIn(w.org, password).problem(http.StatusUnauthorized)
	signIn(w.org, "another password").is(200)
}

// Guesses at the current password are limited as those of a sign-in.
func TestGuessesAtTheCurrentPassword(t *testing.T) {
	w := newWorld(t)
	ann := w.person("Ann", nil)
	const guess = `{"current_password":"wrong horse","new_password":"another password"}`
	for range 10 {
		ann.do("POST", "/v1/me/password", guess).problem(http.StatusUnprocessableEntity)
	}
	ann.do("POST", "/v1/me/password", guess).problem(http.StatusTooManyRequests)
}
