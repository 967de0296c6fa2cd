package rest_test

import (
	"fmt"
	"net/http"
	"testing"

	"switchboard/storage/id"
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

// A repeat that comes late, from a network or a node that slept, overwrites nothing that
// was written since.
func TestALateRepeatOverwritesNothing(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	contact := p.do("POST", "/v1/object/contact", `[{"name":"A"}]`).is(http.StatusOK).rows()[0]["id"].(string)
	patch := func(key, name string, more ...func(*http.Request)) *answer {
		return p.do("PATCH", "/v1/object/contact", `{"id":"`+contact+`","name":"`+name+`"}`, append(more, header("Idempotency-Key", key))...)
	}
	is := func(name string) {
		t.Helper()
		if got := w.record("contact", id.ID(contact)).Text("name"); got != name {
			t.Errorf("it is named %q, want %q", got, name)
		}
	}
	patch("one", "B").is(http.StatusOK)
	patch("two", "C").is(http.StatusOK)
	if shown := patch("one", "B").is(http.StatusOK).rows(); shown[0]["name"] != "C" {
		t.Errorf("the repeat was answered %v", shown)
	}
	is("C")
	patch("three", "C").is(http.StatusOK) // nothing to do, and so it is done
	patch("four", "D").is(http.StatusOK)
	patch("three", "C").is(http.StatusOK)
	is("D")
	// The repeat of a change of one version finds what it did itself.
	version := header("If-Match", `"`+fmt.Sprint(w.record("contact", id.ID(contact)).Version)+`"`)
	patch("five", "E", version).is(http.StatusOK)
	patch("five", "E", version).is(http.StatusOK)
	patch("six", "F", version).problem(http.StatusPreconditionFailed)
	is("E")
	remove := func(key string) *answer {
		return p.do("DELETE", "/v1/object/contact/"+contact, "", header("Idempotency-Key", key))
	}
	first := remove("seven")
	if again := remove("seven"); first.status >= 300 || again.status != first.status {
		t.Errorf("deleting: %d, again %d", first.status, again.status)
	}
	remove("eight").problem(http.StatusNotFound)
}
