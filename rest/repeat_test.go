package rest_test

import (
	"net/http"
	"testing"
)

func TestAKeyIsForOneRequest(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	key := header("Idempotency-Key", "order 9")
	post := func(body string) *answer { return p.do("POST", "/v1/object/contact", body, key) }
	first := post(`[{"name":"A"}]`).is(http.StatusOK).rows()
	again := post(`[{"name":"A"}]`).is(http.StatusOK).rows()
	if first[0]["id"] != again[0]["id"] {
		t.Errorf("a repeat made another record: %v, %v", first[0]["id"], again[0]["id"])
	}
	wrong := post(`[{"name":"B"}]`).problem(http.StatusUnprocessableEntity)
	if wrong.Errors["Idempotency-Key"] == nil {
		t.Errorf("the refusal %+v", wrong)
	}
	p.do("POST", "/v1/object/note", `[{"name":"A"}]`, key).problem(http.StatusUnprocessableEntity)
	p.do("DELETE", "/v1/object/contact/"+first[0]["id"].(string), "", key).problem(http.StatusUnprocessableEntity)
	if got := names(p.do("GET", "/v1/object/contact?order=name", "").rows()); len(got) != 1 || got[0] != "A" {
		t.Errorf("contacts %v", got)
	}
	// What was refused may be put right under the same key.
	key = header("Idempotency-Key", "order 10")
	post(`[{"name":""}]`).is(http.StatusUnprocessableEntity)
	post(`[{"name":"C"}]`).is(http.StatusOK)
}
