package rest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"switchboard/storage/id"
	"switchboard/storage/pg/pgtest"
	"switchboard/storage/row"
	"switchboard/storage/schema"
	"switchboard/storage/seal"
)

const sealedMask = `"` + schema.Mask + `"`

// credentialSet reads credentials, all fields but the headers; right is an additional system
// right.
func credentialSet(right ...string) row.Fields {
	return row.Fields{
		"name": fmt.Sprint("Credentials ", right), "system": right,
		"object_permissions":       json.RawMessage(`{"auth_credential":{"read":true,"update":true}}`),
		"object_field_permissions": json.RawMessage(`{"auth_credential":{"name":{"read":true},"data":{"read":true},"api_key":{"read":true,"update":true}}}`),
	}
}

func TestAnEncryptedFieldIsShownToNobody(t *testing.T) {
	w := newWorld(t)
	boss := w.person("Boss", row.Fields{"is_superuser": true})
	const first, second, inside = "plain-7731-first", "plain-7731-second", "plain-7731-inside"
	var made []shown
	boss.do("POST", "/v1/object/auth_credential", `{"name":"CRM","api_key":"`+first+`","data":{"password":"`+inside+`"}}`,
		header("Idempotency-Key", "make")).is(http.StatusOK).into(&made)
	one := id.ID(made[0].text("id"))
	at := "/v1/object/auth_credential/" + string(one)
	patch := func(fields string) shown {
		t.Helper()
		var rows []shown
		boss.do("PATCH", "/v1/object/auth_credential", `{"id":"`+string(one)+`",`+fields+`}`).is(http.StatusOK).into(&rows)
		return rows[0]
	}
	if now := patch(`"api_key":"` + second + `"`); string(now["version"]) != "2" {
		t.Errorf("another secret: %s", now)
	}
	if now := patch(`"api_key":` + sealedMask + `,"data":` + sealedMask); string(now["version"]) != "2" {
		t.Errorf("what was shown is no change: %s", now)
	}
	if now := patch(`"name":"CRM 2"`); string(now["version"]) != "3" || string(now["api_key"]) != sealedMask || string(now["headers"]) != "null" {
		t.Errorf("a change of another field: %s", now)
	}
	var description struct {
		Properties map[string]struct {
			Format, Holds string
			Sort          bool
		}
	}
	boss.do("GET", "/v1/schema/auth_credential", "").is(http.StatusOK).into(&description)
	if p := description.Properties["data"]; p.Format != "encrypted" || p.Holds != "json" || p.Sort {
		t.Errorf("described as %+v", p)
	}
	for _, path := range []string{at, "/v1/object/auth_credential", "/v1/object/auth_credential?search=plain", at + "/history", "/v1/audit", "/v1/search?q=plain-7731"} {
		if body := boss.do("GET", path, "").is(http.StatusOK).body; bytes.Contains(body, []byte("plain-7731")) {
			t.Errorf("GET %s shows it: %s", path, body)
		}
	}
	want := []string{`3 updated name "CRM"→"CRM 2"`, "2 updated api_key " + sealedMask + "→" + sealedMask, "1 created"}
	if got := told(history(boss, "auth_credential", one, 9)); !slices.Equal(got, want) {
		t.Errorf("history %v, want %v", got, want)
	}
	for _, tail := range []string{
		`?filter=[{"field":"api_key","operator":"=","value":"x"}]`, `?filter=[{"field":"api_key","operator":"IS+NULL"}]`, "?order=api_key",
	} {
		boss.do("GET", "/v1/object/auth_credential"+strings.ReplaceAll(tail, `"`, "%22"), "").problem(http.StatusUnprocessableEntity)
	}
	for body, word := range map[string]string{
		`{"version":1,"fields":["api_key"]}`: "what it held before is not kept", `{"version":2}`: "",
	} {
		a := boss.do("POST", at+"/restore", body)
		if word != "" && !strings.Contains(a.problem(http.StatusUnprocessableEntity).Detail, word) {
			t.Errorf("restore %s: %s", body, a.body)
		}
	}
	boss.do("POST", "/v1/object/auth_credential", `{"name":"New","api_key":`+sealedMask+`}`).problem(http.StatusUnprocessableEntity)
	boss.do("POST", "/v1/object/auth_credential", `{"name":"New","data":"{"}`).is(http.StatusOK) // a text is JSON as well
	boss.do("DELETE", at, "").is(http.StatusNoContent)
	for _, text := range []string{first, second, inside} {
		if in := pgtest.Holding(t, w.dsn, text); len(in) > 0 {
			t.Errorf("%s lies open in %v", text, in)
		}
		if strings.Contains(w.logs.String(), text) {
			t.Errorf("%s stands in the server's log", text)
		}
	}
	if in := pgtest.Holding(t, w.dsn, w.ring.Begins()); len(in) != 1 || !strings.HasSuffix(in[0], ".auth_credential") {
		t.Errorf("sealed values lie in %v: nothing but the record keeps them", in)
	}
	if len(pgtest.Holding(t, w.dsn, "CRM 2")) == 0 {
		t.Error("what is not encrypted is not found either: this test proves nothing")
	}
	boss.do("POST", at+"/restore", "").is(http.StatusOK)
	if value := reveal(boss, at, "api_key"); value != `"`+second+`"` {
		t.Errorf("brought back it holds %s", value)
	}
}

func reveal(p *person, at, field string) string {
	p.t.Helper()
	a := p.do("POST", at+"/decrypt", `{"field":"`+field+`"}`).is(http.StatusOK)
	if a.header.Get("Cache-Control") != "private, no-store" {
		p.t.Errorf("a cache may keep it: %s", a.header)
	}
	var answer struct{ Value json.RawMessage }
	a.into(&answer)
	return string(answer.Value)
}

func TestDecryptNeedsItsRightAndIsAudited(t *testing.T) {
	w := newWorld(t)
	boss := w.person("Boss", row.Fields{"is_superuser": true})
	reader := w.person("Reader", row.Fields{"permissions": []id.ID{w.put("permission", credentialSet())}})
	keeper := w.person("Keeper", row.Fields{"permissions": []id.ID{w.put("permission", credentialSet("decrypt"))}})
	nobody := w.person("Nobody", nil)
	var made []shown
	boss.do("POST", "/v1/object/auth_credential", `{"name":"CRM","api_key":"k-1","data":{"n":12345678901234567890},"headers":{"X":"1"}}`).is(http.StatusOK).into(&made)
	one := made[0].text("id")
	at := "/v1/object/auth_credential/" + one

	if got := reveal(boss, at, "api_key"); got != `"k-1"` {
		t.Errorf("the superuser sees %s", got)
	}
	if got := reveal(keeper, at, "data"); got != `{"n":12345678901234567890}` {
		t.Errorf("who has the right sees %s", got)
	}
	keeper.do("PATCH", "/v1/object/auth_credential", `{"id":"`+one+`","api_key":""}`).is(http.StatusOK)
	if got := reveal(keeper, at, "api_key"); got != "null" {
		t.Errorf("emptied it holds %s", got)
	}
	for _, c := range []struct {
		who    *person
		body   string
		status int
		word   string
	}{
		{reader, `{"field":"data"}`, http.StatusForbidden, "You need the system right decrypt to see Data"},
		{nobody, `{"field":"data"}`, http.StatusForbidden, "You don't have permission to read this record"},
		{keeper, `{"field":"headers"}`, http.StatusUnprocessableEntity, "Unknown or unreadable field"},
		{keeper, `{"field":"nonsense"}`, http.StatusUnprocessableEntity, "Unknown or unreadable field"},
		{keeper, `{"field":"name"}`, http.StatusUnprocessableEntity, "Name is not encrypted"},
		{boss, `{}`, http.StatusUnprocessableEntity, "Say which field"},
		{boss, `{"field":"data","x":1}`, http.StatusUnprocessableEntity, "x"},
	} {
		if p := c.who.do("POST", at+"/decrypt", c.body).problem(c.status); !strings.Contains(fmt.Sprint(p.Detail, p.Errors), c.word) {
			t.Errorf("%s asks %s: %s %v", c.who.id, c.body, p.Detail, p.Errors)
		}
	}
	boss.do("POST", "/v1/object/auth_credential/"+string(id.New())+"/decrypt", `{"field":"data"}`).problem(http.StatusNotFound)
	var audit []struct {
		revision

		Object string
		Record struct{ ID id.ID }
	}
	boss.do("GET", "/v1/audit?object=auth_credential", "").is(http.StatusOK).into(&audit)
	var told []string
	for _, a := range audit {
		if a.Op == "happened" {
			told = append(told, fmt.Sprintf("%s %s %s %s", a.Cause, a.By["modified_by"], a.revision, a.Record.ID))
		}
	}
	who := func(p *person, name string) string { return `{"id":"` + string(p.id) + `","name":"` + name + `"}` }
	want := []string{
		"auth_credential.revealed " + who(keeper, "Keeper") + " 0 happened data null→" + sealedMask + " " + one,
		"auth_credential.revealed " + who(boss, "Boss") + " 0 happened api_key null→" + sealedMask + " " + one,
	}
	if !slices.Equal(told, want) {
		t.Errorf("the audit tells\n%s\nwant\n%s", strings.Join(told, "\n"), strings.Join(want, "\n"))
	}
}

// What lies where it was not sealed for, or by a key that is gone, is refused with words.
func TestWhatCanNotBeOpenedIsRefused(t *testing.T) {
	w := newWorld(t)
	boss := w.person("Boss", row.Fields{"is_superuser": true})
	foreign, err := seal.NewRing(bytes.Repeat([]byte{9}, seal.KeyBytes))
	if err != nil {
		t.Fatal(err)
	}
	for word, ring := range map[string]*seal.Ring{"a key that this server does not have": foreign, "was changed outside of Switchboard": w.ring} {
		sealed, err := ring.Seal(seal.Place{Organization: w.org, Object: "auth_credential", Record: id.New(), Field: "api_key"}, []byte(`"x"`))
		if err != nil {
			t.Fatal(err)
		}
		one := w.put("auth_credential", row.Fields{"name": "CRM", "api_key": sealed})
		p := boss.do("POST", "/v1/object/auth_credential/"+string(one)+"/decrypt", `{"field":"api_key"}`).problem(http.StatusConflict)
		if !strings.Contains(p.Detail, word) {
			t.Errorf("%s: %s", word, p.Detail)
		}
	}
}
