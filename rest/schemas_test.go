package rest_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// defined is what is read of a definition.
type defined struct {
	APIName    string `json:"api_name"`
	Title      string
	Plural     string
	Custom     bool
	Version    int64
	Columns    []string
	Search     []string
	Order      []string
	Properties map[string]map[string]any
	Retired    []struct {
		Name, Title, Format string
		RetiredBy           struct{ Name string } `json:"retired_by"`
		PurgeDate           string                `json:"purge_date"`
	}
	Change   *struct{ Job id.ID }
	KeptDays int `json:"kept_days"`
}

const deal = `{"api_name":"deal","title":"Deal","properties":{
	"amount":{"title":"Amount","format":"currency","unit":"EUR","help_text":"Without tax","width":120,"index":true},
	"stage":{"title":"Stage","format":"picklist","default":"new","options":[{"value":"new","label":"New","color":"blue"},{"value":"won","label":"Won"},{"value":"old","active":false}]},
	"customer":{"title":"Customer","format":"lookup","anyOf":[{"schema_api_name":"contact"}]},
	"parent":{"title":"Parent","format":"lookup","anyOf":[{"schema_api_name":"deal"},{"type":"null"}]},
	"code":{"title":"Code","format":"text","required":true,"unique":true}
},"order":["code","name","amount"],"columns":["amount","stage"],"search":["name","code"]}`

func (p *person) definition(object string) (d defined) {
	p.t.Helper()
	p.do("GET", "/v1/schema/"+object+"/definition", "").is(http.StatusOK).into(&d)
	return d
}

// An object that was made a moment ago is there at every door.
func TestAnObjectIsMadeOverREST(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	var made defined
	a := p.do("POST", "/v1/schema", deal).is(http.StatusCreated)
	a.into(&made)
	if a.header.Get("ETag") != `"1"` || made.Version != 1 || !made.Custom || made.Plural != "Deals" {
		t.Errorf("made %+v", made)
	}
	if want := []string{"code", "name", "amount", "owner", "stage", "customer", "parent"}; !slices.Equal(made.Order, want) {
		t.Errorf("the order is %v, want %v", made.Order, want)
	}
	if made.KeptDays != 30 {
		t.Errorf("what is retired is said to be kept for %d days", made.KeptDays)
	}
	amount := made.Properties["amount"]
	if amount["format"] != "currency" || amount["unit"] != "EUR" || amount["index"] != true || amount["custom"] != true || fmt.Sprint(amount["type"]) != "[number null]" {
		t.Errorf("amount is %v", amount)
	}
	var rows []map[string]json.RawMessage
	p.do("POST", "/v1/object/deal", `{"name":"First","code":"A","amount":12.5}`).is(http.StatusOK).into(&rows)
	if string(rows[0]["amount"]) != "12.50" || string(rows[0]["stage"]) != `"new"` {
		t.Errorf("a record of it is %s", rows[0])
	}
	child := fmt.Sprintf(`{"name":"Second","code":"B","parent":%s}`, rows[0]["id"])
	p.do("POST", "/v1/object/deal", child).is(http.StatusOK)
	p.do("POST", "/v1/object/deal", `{"name":"Third","code":"A"}`).problem(http.StatusConflict)
	if e := p.do("POST", "/v1/object/deal", `{"code":"C","stage":"old"}`).problem(http.StatusUnprocessableEntity); len(e.Errors["stage"]) == 0 {
		t.Errorf("an option that is chosen no more is taken: %+v", e)
	}
	p.do("POST", "/v1/object/deal", `{"code":"C","stage":"lost"}`).problem(http.StatusUnprocessableEntity)
	if got := names(p.do("GET", "/v1/object/deal"+filter(`[{"field":"parent.name","operator":"=","value":"First"}]`), "").is(200).rows()); !slices.Equal(got, []string{"Second"}) {
		t.Errorf("by the name of the parent: %v", got)
	}
	var all []struct {
		APIName    string `json:"api_name"`
		Custom     bool
		Extendable bool
		Columns    []string
		Properties map[string]struct {
			Custom  bool
			Enum    []string
			Options []schema.Option
		}
	}
	p.do("GET", "/v1/schema", "").is(200).into(&all)
	for _, o := range all {
		if may := p.do("GET", "/v1/schema/"+o.APIName+"/definition", "").status == http.StatusOK; o.Extendable != may {
			t.Errorf("%s is told to be extendable: %t, but whether it is, is %t", o.APIName, o.Extendable, may)
		}
	}
	i := slices.IndexFunc(all, func(o struct {
		APIName    string `json:"api_name"`
		Custom     bool
		Extendable bool
		Columns    []string
		Properties map[string]struct {
			Custom  bool
			Enum    []string
			Options []schema.Option
		}
	}) bool {
		return o.APIName == "deal"
	})
	if i < 0 || !all[i].Custom || !slices.Equal(all[i].Columns, []string{"amount", "stage"}) {
		t.Fatalf("GET v1/schema tells %+v", all)
	}
	if stage := all[i].Properties["stage"]; !slices.Equal(stage.Enum, []string{"new", "won"}) || len(stage.Options) != 3 || stage.Options[0].Color != "blue" {
		t.Errorf("the stage is told as %+v", stage)
	}
	other := w.person("Other", nil)
	other.do("GET", "/v1/object/deal", "").problem(http.StatusForbidden)
	for method, path := range map[string]string{"POST": "/v1/schema", "GET": "/v1/schema/deal/definition"} {
		if e := other.do(method, path, deal).problem(http.StatusForbidden); e.Detail != "Only a superuser may change objects and fields" {
			t.Errorf("%s: %+v", path, e)
		}
	}
	elsewhere := newOrganization(w).person("Elsa", row.Fields{"is_superuser": true})
	elsewhere.do("GET", "/v1/schema/deal/definition", "").problem(http.StatusNotFound)
	elsewhere.do("GET", "/v1/object/deal", "").problem(http.StatusNotFound)
	elsewhere.do("POST", "/v1/schema", deal).is(http.StatusCreated) // theirs is another one
	if got := elsewhere.do("GET", "/v1/object/deal", "").is(200).rows(); len(got) != 0 {
		t.Errorf("another organization's deals: %v", got)
	}
}

// What can't be an object is refused with what is wrong where, and nothing of it is made.
func TestWhatIsNoObject(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	object := func(parts string) string { return `{"api_name":"deal","title":"Deal",` + parts + `}` }
	field := func(name, parts string) string {
		return object(`"properties":{"` + name + `":{"title":"F",` + parts + `}}`)
	}
	text := func(name string) string { return field(name, `"format":"text"`) }
	for body, place := range map[string]string{
		`{"title":"Deal"}`:                                                      "api_name",
		`{"api_name":"Deal","title":"Deal"}`:                                    "api_name",
		`{"api_name":"dеal","title":"Deal"}`:                                    "api_name", // a Cyrillic e
		`{"api_name":"__proto__","title":"Deal"}`:                               "api_name",
		`{"api_name":"deal\"; DROP TABLE x","title":"Deal"}`:                    "api_name",
		`{"api_name":"kanban","title":"Deal"}`:                                  "api_name",
		`{"api_name":"formats","title":"Deal"}`:                                 "api_name",
		`{"api_name":"` + strings.Repeat("a", 64) + `"}`:                        "api_name",
		`{"api_name":"deal"}`:                                                   "title",
		`{"api_name":"deal","title":7}`:                                         "title",
		`{"api_name":"deal","title":"De\u202eal"}`:                              "title",
		object(`"plural":""`) + " ":                                             "",
		object(`"table":"x"`):                                                   "table",
		object(`"properties":[]`):                                               "properties",
		object(`"columns":["nothing"]`):                                         "columns",
		object(`"columns":["name","name"]`):                                     "columns",
		object(`"search":["created_date"]`):                                     "search",
		object(`"order":"name"`):                                                "order",
		text("__proto__"):                                                       "properties.__proto__",
		text("constructor"):                                                     "properties.constructor",
		text("xmin"):                                                            "properties.xmin",
		text("id"):                                                              "properties.id",
		text("created_date"):                                                    "properties.created_date",
		text("naïve"):                                                           "properties.naïve",
		field("f", `"format":"telepathy"`):                                      "properties.f.format",
		field("f", `"width":100`):                                               "properties.f.format",
		field("f", `"format":"text","colour":"red"`):                            "properties.f.colour",
		field("f", `"format":"text","type":"number"`):                           "properties.f.type",
		field("f", `"format":"text","width":7}`) + "":                           "",
		field("f", `"format":"text","width":7`):                                 "properties.f.width",
		field("f", `"format":"text","sensitive":true`):                          "properties.f.sensitive",
		field("f", `"format":"text","options":["a"]`):                           "properties.f.options",
		field("f", `"format":"enum"`):                                           "properties.f.options",
		field("f", `"format":"enum","options":["a","A"]`):                       "properties.f.options",
		field("f", `"format":"enum","options":[{"value":"a","color":"mauve"}]`): "properties.f.options",
		field("f", `"format":"enum","options":["a"],"default":"b"`):             "properties.f.default",
		field("f", `"format":"number","default":"x"`):                           "properties.f.default",
		field("f", `"format":"json","unique":true`):                             "properties.f.unique",
		field("f", `"format":"encrypted","index":true`):                         "properties.f.index",
		field("f", `"format":"lookup"`):                                         "properties.f.anyOf",
		field("f", `"format":"lookup","anyOf":[{"schema_api_name":"session"}]`): "properties.f.anyOf",
		field("f", `"format":"lookup","anyOf":[{"schema_api_name":"nothing"}]`): "properties.f.anyOf",
		field("f", `"format":"currency","unit":"euros"`):                        "properties.f.unit",
		field("name", `"format":"number"`):                                      "properties.name.format",
		object(`"properties":{"name":null}`):                                    "properties.name",
		object(`"properties":{"f":{"format":"text"}}`):                          "properties.f.title",
	} {
		if place == "" {
			continue
		}
		e := p.do("POST", "/v1/schema", body).problem(http.StatusUnprocessableEntity)
		if len(e.Errors[place]) == 0 || len(e.Errors) != 1 {
			t.Errorf("%s\n is refused with %+v, want %s", body, e.Errors, place)
		}
	}
	for _, name := range []string{"contact", "session", "schema"} {
		p.do("POST", "/v1/schema", `{"api_name":"`+name+`","title":"X"}`).problem(http.StatusConflict)
	}
	many := func(n int) string {
		parts := make([]string, n)
		for i := range parts {
			parts[i] = fmt.Sprintf(`"f%d":{"title":"F","format":"text"}`, i)
		}
		return object(`"properties":{` + strings.Join(parts, ",") + `}`)
	}
	if e := p.do("POST", "/v1/schema", many(501)).problem(http.StatusUnprocessableEntity); len(e.Errors["properties"]) == 0 {
		t.Errorf("501 fields: %+v", e)
	}
	if e := p.do("POST", "/v1/schema", many(2000)).problem(http.StatusBadRequest); !strings.Contains(e.Detail, "an object has more than 1000 keys") || strings.Contains(e.Detail, "not valid JSON") {
		t.Errorf("2,000 fields: %+v", e)
	}
	p.do("POST", "/v1/schema", object(`"plural":"`+strings.Repeat("x", 10<<20)+`"`)).problem(http.StatusRequestEntityTooLarge)
	p.do("POST", "/v1/schema", `{"api_name":"deal","api_name":"deal","title":"X"}`).problem(http.StatusBadRequest)
	p.do("GET", "/v1/object/deal", "").problem(http.StatusNotFound)
	// Words of SQL are names as any others, and an object may have as many fields as it may.
	p.do("POST", "/v1/schema", `{"api_name":"select","title":"Select","properties":{"order":{"title":"Order","format":"text","index":true},"user":{"title":"User","format":"integer"},"from":{"title":"From","format":"date"}}}`).is(http.StatusCreated)
	p.do("POST", "/v1/object/select", `{"name":"a","order":"b","user":7,"from":"2026-01-31"}`).is(http.StatusOK)
	if got := names(p.do("GET", "/v1/object/select?order=order,-user"+strings.Replace(filter(`[{"field":"from","operator":"<","value":"2027-01-01"}]`), "?", "&", 1), "").is(200).rows()); len(got) != 1 {
		t.Errorf("by words of SQL: %v", got)
	}
	p.do("POST", "/v1/schema", many(500)).is(http.StatusCreated)
	p.do("POST", "/v1/object/deal", `{"name":"a","f0":"x","f499":"y"}`).is(http.StatusOK)
}

var uuids = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`)

// Every kind of field can be made, and takes its example.
func TestEveryFormatCanBeMade(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	w.person("Other", nil).do("GET", "/v1/schema/formats", "").problem(http.StatusForbidden)
	var formats []struct {
		Format, Type, Title            string
		Options, Target, Unique, Index bool
		ConvertibleTo                  []string `json:"convertible_to"`
	}
	p.do("GET", "/v1/schema/formats", "").is(200).into(&formats)
	if len(formats) != len(schema.Types()) {
		t.Fatalf("%d formats of %d types", len(formats), len(schema.Types()))
	}
	there := map[string]id.ID{"contact": w.put("contact", row.Fields{"name": "Ada"}), "file": w.put("file", row.Fields{"name": "Lease.pdf"})}
	properties, record := []string{}, []string{`"name":"One"`}
	for _, f := range formats {
		name := "a_" + strings.ReplaceAll(f.Format, "-", "_")
		parts := fmt.Sprintf(`"title":%q,"format":%q,"type":%q`, f.Title, f.Format, f.Type)
		if f.Options {
			parts += `,"options":["Open","Closed","red","green"]`
		}
		if f.Target {
			parts += `,"anyOf":[{"schema_api_name":"contact"}]`
		}
		properties = append(properties, fmt.Sprintf(`%q:{%s}`, name, parts))
		example := uuids.ReplaceAllString(schema.TypeNamed(f.Format).Example, there[cmp.Or(schema.TypeNamed(f.Format).To, "contact")].String())
		record = append(record, fmt.Sprintf(`%q:%s`, name, example))
		for _, to := range f.ConvertibleTo {
			if schema.TypeNamed(to) == nil {
				t.Errorf("%s becomes %s, which is none", f.Format, to)
			}
		}
	}
	p.do("POST", "/v1/schema", `{"api_name":"all_of_them","title":"All","properties":{`+strings.Join(properties, ",")+`}}`).is(http.StatusCreated)
	p.do("POST", "/v1/object/all_of_them", "{"+strings.Join(record, ",")+"}").is(http.StatusOK)
}
