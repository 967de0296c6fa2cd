package rest_test

import (
	"net/http"
	"testing"

	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

func TestSeveralMemberships(t *testing.T) {
	w := newWorld(t)
	ann := w.person("Ann", nil)
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
	type member struct {
		Organization struct {
			ID   id.ID
			Name string
		}
		User id.ID
	}
	var choice struct {
		Access      string `json:"access_token"`
		Memberships []member
	}
	a := w.do("POST", "/v1/oauth2/token", signInBody, ownPage).is(200)
	a.into(&choice)
	if choice.Access != "" || cookieOf(a) != nil || len(choice.Memberships) != 2 || choice.Memberships[1].Organization.ID != foreign.org ||
		choice.Memberships[1].Organization.Name != "Foreign" || choice.Memberships[1].User != there {
		t.Fatalf("to choose from: %s", a.body)
	}
	body := func(organization string) string {
		return `{"username":"ann@example.com","password":"` + password + `","organization":"` + organization + `"}`
	}
	w.do("POST", "/v1/oauth2/token", body("nonsense")).problem(http.StatusUnprocessableEntity)
	w.do("POST", "/v1/oauth2/token", body(string(id.New()))).problem(http.StatusUnprocessableEntity)
	var got struct {
		tokens
		Organization, User id.ID
	}
	w.do("POST", "/v1/oauth2/token", body(string(foreign.org))).into(&got)
	if got.Organization != foreign.org || got.User != there {
		t.Errorf("signed in to %s as %s", got.Organization, got.User)
	}

	var me struct {
		Organization struct{ ID id.ID }
		Memberships  []member
	}
	ann.do("GET", "/v1/me", "").into(&me)
	if me.Organization.ID != w.org || len(me.Memberships) != 2 || me.Memberships[0].Organization.ID != w.org {
		t.Errorf("me: %+v", me)
	}
	ann.do("POST", "/v1/oauth2/switch", `{"organization":"x"}`).problem(http.StatusUnprocessableEntity)
	ann.do("POST", "/v1/oauth2/switch", `{"organization":"`+string(id.New())+`"}`).problem(http.StatusNotFound)
	ann.do("POST", "/v1/oauth2/switch", `{"organization":"`+string(foreign.org)+`"}`, header("Origin", "https://evil.test")).problem(http.StatusForbidden)
	w.do("POST", "/v1/oauth2/switch", `{"organization":"`+string(foreign.org)+`"}`).problem(http.StatusUnauthorized)
	moved := ann.do("POST", "/v1/oauth2/switch", `{"organization":"`+string(foreign.org)+`"}`, ownPage).is(200)
	moved.into(&got)
	if got.Organization != foreign.org || cookieOf(moved) == nil {
		t.Errorf("switched: %s", moved.body)
	}
	ann.do("GET", "/v1/me", "").problem(http.StatusUnauthorized)
	(&person{world: w, token: got.Access}).do("GET", "/v1/me", "").into(&me)
	if me.Organization.ID != foreign.org {
		t.Errorf("after the switch: %+v", me)
	}
}
