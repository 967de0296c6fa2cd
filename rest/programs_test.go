package rest_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"switchboard/storage/id"
	"switchboard/storage/row"
)

// A program is nobody's colleague: no path that lists people to choose from has it. Who asks for
// it by its id, or for programs, is given it, and what it did keeps its name.
func TestNoListOfPeopleHasPrograms(t *testing.T) {
	w := newWorld(t)
	writers := w.set("Writers", `{"contact":{"read":true,"create":true,"update":true}}`, `{}`)
	p := boss(w)
	agent := w.person("Impala", row.Fields{"permissions": []id.ID{writers}})
	var key apiKey
	p.do("POST", "/v1/api_key", `{"name":"Importer","permissions":["`+string(writers)+`"]}`).is(http.StatusCreated).into(&key)
	var token tokens
	w.form(key.ask()).into(&token)
	program := &person{world: w, id: key.ID, token: token.Access}
	contact := program.do("POST", "/v1/object/contact", `{"name":"Grace"}`).is(http.StatusOK).rows()[0]

	like := filter(`[{"field":"name","operator":"LIKE","value":"Imp"}]`)
	for _, who := range []*person{p, agent} {
		for _, target := range []string{
			"/v1/object/user", "/v1/object/user?order=name&limit=20&total=true", "/v1/object/user?cursor=", "/v1/object/user" + like, "/v1/object/user?search=Imp",
			"/v1/object/user" + filter(`[{"field":"is_active","operator":"=","value":true}]`),
		} {
			got := names(who.do("GET", target, "").is(http.StatusOK).rows())
			if slices.Contains(got, "Importer") || !slices.Contains(got, "Impala") {
				t.Errorf("%s lists %v", target, got)
			}
		}
		for _, target := range []string{
			"/v1/object/user" + filter(`[{"field":"id","operator":"IN","value":["`+string(key.ID)+`"]}]`),
			"/v1/object/user" + filter(`[{"field":"is_program","operator":"=","value":true}]`),
		} {
			if got := names(who.do("GET", target, "").is(http.StatusOK).rows()); !slices.Equal(got, []string{"Importer"}) {
				t.Errorf("%s lists %v", target, got)
			}
		}
		if found := string(who.do("GET", search("Imp"), "").is(http.StatusOK).body); strings.Contains(found, "Importer") || !strings.Contains(found, "Impala") {
			t.Errorf("the search finds %s", found)
		}
		shown := string(who.do("GET", fmt.Sprint("/v1/object/contact/", contact["id"]), "").is(http.StatusOK).body)
		if !strings.Contains(shown, `"created_by":{"id":"`+string(key.ID)+`","name":"Importer"`) {
			t.Errorf("the record tells of its author: %s", shown)
		}
	}
	for user, want := range map[string]string{string(key.ID): "true", string(agent.id): "false"} {
		if got := string(agent.do("GET", "/v1/object/user/"+user, "").is(http.StatusOK).shown()["is_program"]); got != want {
			t.Errorf("is_program of %s is %s, want %s", user, got, want)
		}
	}
	if got := counts(p, "permission", writers, `{"objects":["user"]}`); got["user"] != 1 {
		t.Errorf("the people with the set are counted as %v", got)
	}
	if total := p.do("GET", "/v1/object/user?total=true", "").header.Get("X-Total-Count"); total != fmt.Sprint(len(p.do("GET", "/v1/object/user", "").rows())) {
		t.Errorf("the total is %s", total)
	}
}
