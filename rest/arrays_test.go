package rest_test

import (
	"fmt"
	"net/http"
	"testing"

	"switchboard/rest"
	"switchboard/storage/fault"
)

// A list of changes to live records is carried out whole, or not at all, or, where
// something came in between, with an answer for each.
func TestArraysOfLiveRecords(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	ann, bob := w.person("Ann", nil), w.person("Bob", nil)
	patch := func(first, second string) *answer {
		return p.do("PATCH", "/v1/object/user", fmt.Sprintf(`[{"id":%q,"first_name":%q,"last_name":"A"},{"id":%q,"last_name":%q}]`, ann.id, first, bob.id, second))
	}
	if problem := patch("One", "Refused").problem(http.StatusConflict); problem.Index == nil || *problem.Index != 1 {
		t.Errorf("the refusal is %+v", problem)
	}
	if got := w.record("user", ann.id).Text("first_name"); got != "" {
		t.Errorf("a refused list left the first name %q", got)
	}
	if got := patch("Two", "B").is(http.StatusOK).rows(); len(got) != 2 || got[0]["first_name"] != "Two" || got[1]["last_name"] != "B" {
		t.Errorf("got %v", got)
	}
	var rows []struct {
		Status  int
		Record  object
		Problem *rest.Problem
	}
	a := patch("Three", "Raced").is(http.StatusMultiStatus)
	a.into(&rows)
	if len(rows) != 2 || rows[0].Status != 200 || rows[0].Record["first_name"] != "Three" || rows[0].Problem != nil ||
		rows[1].Status != 409 || rows[1].Record != nil || rows[1].Problem.Code != fault.Conflict || *rows[1].Problem.Index != 1 {
		t.Errorf("got %s", a.body)
	}
	if got := w.record("user", bob.id).Text("last_name"); got != "B" {
		t.Errorf("the refused row is %q", got)
	}
	// Of one row, and where every row is refused, nothing is left to tell but why.
	p.do("PATCH", "/v1/object/user", fmt.Sprintf(`{"id":%q,"last_name":"Raced"}`, bob.id)).problem(http.StatusConflict)
	p.do("PATCH", "/v1/object/user", fmt.Sprintf(`[{"id":%q,"last_name":"Raced"},{"id":%q,"last_name":"Raced"}]`, ann.id, bob.id)).problem(http.StatusConflict)
	if got := w.record("user", bob.id); got.Text("last_name") != "B" {
		t.Errorf("got %v", got.Fields)
	}
}
