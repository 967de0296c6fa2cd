package rest_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"switchboard/storage/row"
)

// change lays a body over an object.
func (p *person) change(object, body string, status int) (d defined) {
	p.t.Helper()
	p.do("PATCH", "/v1/schema/"+object, body).is(status).into(&d)
	return d
}

// refusedAt changes an object in a way that is refused at one place.
func (p *person) refusedAt(object, body, place string) string {
	p.t.Helper()
	e := p.do("PATCH", "/v1/schema/"+object, body).problem(http.StatusUnprocessableEntity)
	if len(e.Errors[place]) == 0 || len(e.Errors) != 1 {
		p.t.Errorf("%s\n is refused with %+v, want %s", body, e.Errors, place)
	}
	return e.Detail
}

func TestAnObjectIsChanged(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	p.do("POST", "/v1/schema", deal).is(http.StatusCreated)
	p.do("POST", "/v1/object/deal", `{"name":"First","code":"A","stage":"won","amount":1}`).is(http.StatusOK)

	d := p.change("deal", `{"title":"Chance","plural":"Chances","order":["stage","amount"],"columns":["stage"],"properties":{
		"stage":{"title":"State","help_text":"How far","width":99,"options":[{"value":"new","label":"Fresh","color":"pink"},{"value":"won","active":false},{"value":"old","active":false},"lost"]},
		"closes":{"title":"Closes","format":"date"},
		"amount":{"default":7,"unit":"USD","index":false}}}`, http.StatusOK)
	if d.Version != 2 || d.Title != "Chance" || !slices.Equal(d.Order[:2], []string{"stage", "amount"}) || !slices.Equal(d.Columns, []string{"stage"}) || d.Change != nil {
		t.Errorf("changed %+v", d)
	}
	if s := d.Properties["stage"]; s["title"] != "State" || s["width"] != 99.0 || len(s["options"].([]any)) != 4 || s["default"] != "new" {
		t.Errorf("the stage is %v", s)
	}
	var rows []object
	p.do("POST", "/v1/object/deal", `{"name":"Second","code":"B","closes":"2026-05-01"}`).is(http.StatusOK).into(&rows)
	if rows[0]["closes"] != "2026-05-01" || rows[0]["amount"] != 7.0 || rows[0]["stage"] != "new" {
		t.Errorf("a record made then is %v", rows[0])
	}
	if got := p.change("deal", `{"title":"Chance"}`, http.StatusOK); got.Version != 2 {
		t.Errorf("what changes nothing makes version %d", got.Version)
	}
	if why := p.refusedAt("deal", `{"properties":{"stage":{"options":["new","lost","old"]}}}`, "properties.stage.options"); !strings.Contains(why, "1 record has won") {
		t.Errorf("an option in use: %s", why)
	}
	p.change("deal", `{"properties":{"stage":{"options":["new","won","lost"]}}}`, http.StatusOK) // nobody has old

	for body, place := range map[string]string{
		`{"api_name":"other"}`:                                                  "api_name",
		`{"version":7}`:                                                         "version",
		`{"properties":{"name":null}}`:                                          "properties.name",
		`{"properties":{"nothing":null}}`:                                       "properties.nothing",
		`{"properties":{"customer":{"format":"date"}}}`:                         "properties.customer.format",
		`{"properties":{"customer":{"anyOf":[{"schema_api_name":"note"}]}}}`:    "properties.customer.anyOf",
		`{"properties":{"must":{"title":"M","format":"text","required":true}}}`: "properties.must.required",
		`{"properties":{"stage":{"default":"gone"}}}`:                           "properties.stage.default",
	} {
		p.refusedAt("deal", body, place)
	}
	many := make([]string, 500)
	for i := range many {
		many[i] = fmt.Sprintf(`"f%d":{"title":"F","format":"text"}`, i)
	}
	p.refusedAt("deal", `{"properties":{`+strings.Join(many, ",")+`}}`, "properties")
	w.person("Other", nil).do("PATCH", "/v1/schema/deal", `{"title":"X"}`).problem(http.StatusForbidden)
	newOrganization(w).person("Elsa", row.Fields{"is_superuser": true}).do("PATCH", "/v1/schema/deal", `{"title":"X"}`).problem(http.StatusNotFound)
}

// If two users change one object, the second gets a conflict or a change based on the first.
func TestConcurrentChangesOfAnObjectConflict(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	p.do("POST", "/v1/schema", deal).is(http.StatusCreated)
	mia := w.person("Mia", row.Fields{"is_superuser": true})
	mia.do("PATCH", "/v1/schema/deal", `{"properties":{"amount":{"title":"Sum"}}}`, header("If-Match", `"1"`)).is(http.StatusOK)
	e := p.do("PATCH", "/v1/schema/deal", `{"properties":{"amount":{"title":"Total"}}}`, header("If-Match", `"1"`)).problem(http.StatusPreconditionFailed)
	if !strings.Contains(e.Detail, "Mia changed amount") {
		t.Errorf("told %q", e.Detail)
	}
	p.do("PATCH", "/v1/schema/deal", `{}`, header("If-Match", `"x"`)).problem(http.StatusPreconditionFailed)
	p.change("deal", `{"title":"Chance"}`, http.StatusOK)
	if d := p.definition("deal"); d.Title != "Chance" || d.Properties["amount"]["title"] != "Sum" || d.Version != 3 {
		t.Errorf("after both: %+v", d)
	}
	// Many at once: each of them is in it.
	failures := make(chan string, 8)
	for i := range 8 {
		go func() {
			a := p.do("PATCH", "/v1/schema/deal", fmt.Sprintf(`{"properties":{"f%d":{"title":"F","format":"text"}}}`, i))
			if a.status != http.StatusOK {
				failures <- fmt.Sprint(a.status, string(a.body))
				return
			}
			failures <- ""
		}()
	}
	for range 8 {
		if why := <-failures; why != "" {
			t.Error(why)
		}
	}
	if d := p.definition("deal"); len(d.Properties) != 7+8 || d.Version != 11 {
		t.Errorf("%d fields at version %d", len(d.Properties), d.Version)
	}
}

// What is taken out of use is nowhere, and comes back with its values; a new field of its
// name has values of its own.
func TestAFieldIsRetiredAndBroughtBack(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	p.do("POST", "/v1/schema", deal).is(http.StatusCreated)
	var rows []object
	p.do("POST", "/v1/object/deal", `{"name":"First","code":"A","amount":5}`).is(http.StatusOK).into(&rows)
	one, _ := rows[0]["id"].(string)
	p.do("PATCH", "/v1/object/deal", `{"id":"`+one+`","amount":6}`).is(http.StatusOK)

	d := p.change("deal", `{"properties":{"amount":null,"code":null}}`, http.StatusOK)
	if len(d.Retired) != 2 || d.Retired[0].Name != "amount" || d.Retired[0].RetiredBy.Name != "Boss" || d.Retired[0].PurgeDate == "" || slices.Contains(d.Columns, "amount") || slices.Contains(d.Search, "code") {
		t.Errorf("retired %+v", d)
	}
	for _, query := range []string{filter(`[{"field":"amount","operator":"=","value":5}]`), "?order=amount"} {
		e := p.do("GET", "/v1/object/deal"+query, "").problem(http.StatusUnprocessableEntity)
		if !strings.Contains(e.Detail+fmt.Sprint(e.Errors), "amount") {
			t.Errorf("a view of a retired field is told %+v", e)
		}
	}
	p.do("PATCH", "/v1/object/deal", `{"id":"`+one+`","amount":7}`).problem(http.StatusUnprocessableEntity)
	p.do("POST", "/v1/object/deal", `{"name":"Second"}`).is(http.StatusOK) // the code was required
	if a := p.do("GET", "/v1/object/deal/"+one+"/history", "").is(200); strings.Contains(string(a.body), "amount") {
		t.Errorf("the history tells of what nobody may read: %s", a.body)
	}

	p.change("deal", `{"properties":{"amount":{"title":"Amount","format":"text"}}}`, http.StatusOK)
	p.do("PATCH", "/v1/object/deal", `{"id":"`+one+`","amount":"much"}`).is(http.StatusOK)
	p.do("POST", "/v1/schema/deal/restore", `{"field":"amount"}`).problem(http.StatusConflict)
	p.do("POST", "/v1/schema/deal/restore", `{"field":"nothing"}`).problem(http.StatusNotFound)
	p.do("POST", "/v1/schema/deal/restore", `{"field":"code"}`).is(http.StatusOK)
	p.change("deal", `{"properties":{"amount":null}}`, http.StatusOK)
	p.do("POST", "/v1/schema/deal/restore", `{"field":"amount"}`).is(http.StatusOK) // the newest one
	var stands object
	p.do("GET", "/v1/object/deal/"+one, "").is(200).into(&stands)
	if stands["amount"] != "much" || stands["code"] != "A" {
		t.Errorf("brought back: %v", stands)
	}
	p.change("deal", `{"properties":{"amount":null}}`, http.StatusOK)
	if d := p.definition("deal"); len(d.Retired) != 2 {
		t.Errorf("both are kept: %+v", d.Retired)
	}
	p.do("POST", "/v1/object/deal", `{"name":"Third","code":"A"}`).problem(http.StatusConflict) // it is unique as it was
}

func TestAnObjectIsRetiredAndBroughtBack(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	p.do("POST", "/v1/schema", deal).is(http.StatusCreated)
	p.do("POST", "/v1/object/deal", `{"name":"First","code":"A"}`).is(http.StatusOK)
	p.do("POST", "/v1/schema", `{"api_name":"visit","title":"Visit","properties":{"deal":{"title":"Deal","format":"lookup","anyOf":[{"schema_api_name":"deal"}]}}}`).is(http.StatusCreated)
	// Two that refer to each other.
	p.change("deal", `{"properties":{"last":{"title":"Last","format":"lookup","anyOf":[{"schema_api_name":"visit"}]}}}`, http.StatusOK)
	if e := p.do("DELETE", "/v1/schema/deal", "").problem(http.StatusConflict); !strings.Contains(e.Detail, "Visit (Deal)") {
		t.Errorf("told %q", e.Detail)
	}
	p.change("visit", `{"properties":{"deal":null}}`, http.StatusOK)
	p.do("DELETE", "/v1/schema/deal", "").is(http.StatusNoContent)
	p.do("DELETE", "/v1/schema/deal", "").problem(http.StatusNotFound)
	p.do("GET", "/v1/object/deal", "").problem(http.StatusNotFound)
	p.do("POST", "/v1/schema", deal).problem(http.StatusConflict)
	p.do("POST", "/v1/schema/visit/restore", `{"field":"deal"}`).problem(http.StatusUnprocessableEntity) // to what is not there
	if all := p.do("GET", "/v1/schema", "").is(200).body; strings.Contains(string(all), `"deal"`) {
		t.Error("GET v1/schema tells of it")
	}
	p.do("GET", "/v1/audit", "").is(http.StatusOK)
	var gone struct{ Data []map[string]any }
	p.do("GET", "/v1/schema/retired", "").is(200).into(&gone)
	if len(gone.Data) != 1 || gone.Data[0]["api_name"] != "deal" || gone.Data[0]["purge_date"] == nil {
		t.Errorf("retired: %v", gone)
	}
	p.do("POST", "/v1/schema/deal/restore", `{}`).is(http.StatusOK)
	if got := names(p.do("GET", "/v1/object/deal", "").is(200).rows()); !slices.Equal(got, []string{"First"}) {
		t.Errorf("brought back with %v", got)
	}
	p.do("DELETE", "/v1/schema/contact", "").problem(http.StatusForbidden)
}

// An object of the product has fields of the organization's own, and keeps its own as they
// are.
func TestFieldsOfOnesOwnOnAContact(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	ada := w.put("contact", row.Fields{"name": "Ada", "company": "A"})
	if d := p.definition("contact"); d.Version != 0 || d.Custom || d.Properties["company"]["custom"] != false {
		t.Errorf("a contact is %+v", d)
	}
	a := p.do("PATCH", "/v1/schema/contact", `{"columns":["tier","company"],"order":["tier"],"properties":{
		"tier":{"title":"Tier","format":"enum","options":["Gold","Iron"]},"email_2":{"title":"Second","format":"email"}}}`, header("If-Match", `"0"`)).is(http.StatusOK)
	var d defined
	a.into(&d)
	if d.Version != 1 || d.Order[0] != "tier" || d.Properties["tier"]["custom"] != true || d.Title != "Contact" {
		t.Errorf("it is now %+v", d)
	}
	p.do("PATCH", "/v1/object/contact", `{"id":"`+ada.String()+`","tier":"gold"}`).is(http.StatusOK)
	if got := names(p.do("GET", "/v1/object/contact"+filter(`[{"field":"tier","operator":"=","value":"Gold"}]`), "").is(200).rows()); !slices.Equal(got, []string{"Ada"}) {
		t.Errorf("by tier: %v", got)
	}
	if h := p.do("GET", "/v1/object/contact/"+ada.String()+"/history", "").is(200).body; !strings.Contains(string(h), `"tier":{"before":null,"after":"Gold"}`) {
		t.Errorf("the history is %s", h)
	}
	for body, place := range map[string]string{
		`{"title":"Client"}`:                                  "title",
		`{"search":["tier"]}`:                                 "search",
		`{"properties":{"company":{"title":"Firm"}}}`:         "properties.company",
		`{"properties":{"company":null}}`:                     "properties.company",
		`{"properties":{"name":{"required":true}}}`:           "properties.name",
		`{"properties":{"id":{"title":"I","format":"text"}}}`: "properties.id",
	} {
		p.refusedAt("contact", body, place)
	}
	p.do("PATCH", "/v1/schema/call", `{"properties":{"x":{"title":"X","format":"text"}}}`).problem(http.StatusForbidden)
	p.do("PATCH", "/v1/schema/session", `{}`).problem(http.StatusNotFound)
	p.change("contact", `{"properties":{"tier":null}}`, http.StatusOK)
	elsewhere := newOrganization(w).person("Elsa", row.Fields{"is_superuser": true})
	if d := elsewhere.definition("contact"); d.Properties["email_2"] != nil || d.Version != 0 {
		t.Errorf("another organization's contact is %+v", d)
	}
	// A start of the product finds all as it left it.
	if err := w.store.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
}
