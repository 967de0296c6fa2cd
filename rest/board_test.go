package rest_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// deals is a world with an object that has stages, amounts and whom a deal is with.
func deals(t *testing.T) *world {
	t.Helper()
	w := newWorld(t)
	err := w.store.AddObject(t.Context(), w.org, "", &schema.Object{APIName: "deal", Title: "Deal", Search: []string{"name"}, Fields: []*schema.Field{
		{Name: "stage", Title: "Stage", Type: schema.Picklist, Options: []string{"New", "Won", "Lost"}, Indexed: true},
		{Name: "amount", Title: "Amount", Type: schema.Currency},
		{Name: "seats", Title: "Seats", Type: schema.Integer},
		{Name: "rush", Title: "Rush", Type: schema.Boolean},
		{Name: "region", Title: "Region", Type: schema.Text},
		{Name: "contact", Title: "Contact", Type: schema.Lookup, Target: "contact"},
		{Name: "tags", Title: "Tags", Type: schema.MultiList},
	}})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

type board struct {
	Count     int64
	Sums      map[string]json.RawMessage
	Columns   []pile
	Swimlanes []pile
	Cells     []pile
}

type pile struct {
	Value, Column, Swimlane json.RawMessage
	Count                   int64
	Sums                    map[string]json.RawMessage
}

func valueOf(raw json.RawMessage) string {
	var of struct{ Name string }
	if json.Unmarshal(raw, &of) == nil && of.Name != "" {
		return of.Name
	}
	return strings.Trim(string(raw), `"`)
}

// drawn writes piles as "New 2 12.50", cells with their swimlane.
func drawn(piles []pile, sums ...string) []string {
	var out []string
	for _, p := range piles {
		text := ""
		for _, part := range []json.RawMessage{p.Value, p.Column, p.Swimlane} {
			if part != nil {
				text += valueOf(part) + " "
			}
		}
		text += fmt.Sprint(p.Count)
		for _, name := range sums {
			text += " " + string(p.Sums[name])
		}
		out = append(out, text)
	}
	return out
}

func boardOf(p *person, query string) (b board) {
	p.t.Helper()
	p.do("GET", "/v1/object/deal/board?"+query, "").is(http.StatusOK).into(&b)
	return b
}

func TestABoardCountsByColumnAndSwimlane(t *testing.T) {
	w := deals(t)
	p := boss(w)
	acme := w.put("contact", row.Fields{"name": "Acme"})
	for i, d := range []row.Fields{
		{"stage": "New", "amount": "10.50", "seats": int64(1), "rush": true, "region": "West", "contact": acme},
		{"stage": "New", "amount": "2.25", "rush": false, "region": "East"},
		{"stage": "Won", "amount": "100.00", "seats": int64(4), "rush": true, "region": "West", "contact": acme},
		{"stage": "Won", "region": "West"},
		{"amount": "7.00", "region": "West"},
	} {
		d["name"] = fmt.Sprint("Deal ", i)
		w.put("deal", d)
	}
	b := boardOf(p, "columns=stage&sums=amount,seats")
	if b.Count != 5 || string(b.Sums["amount"]) != "119.75" || string(b.Sums["seats"]) != "5" || len(b.Swimlanes) != 0 || len(b.Cells) != 0 {
		t.Errorf("altogether %+v", b)
	}
	if got := drawn(b.Columns, "amount", "seats"); !slices.Equal(got, []string{"New 2 12.75 1", "Won 2 100.00 4", "Lost 0 null null", "null 1 7.00 null"}) {
		t.Errorf("columns %q", got)
	}
	b = boardOf(p, "columns=stage&swimlanes=contact&sums=amount")
	if got := drawn(b.Swimlanes, "amount"); !slices.Equal(got, []string{"Acme 2 110.50", "null 3 9.25"}) {
		t.Errorf("swimlanes %q", got)
	}
	if got := drawn(b.Cells, "amount"); !slices.Equal(got, []string{"New Acme 1 10.50", "New null 1 2.25", "Won Acme 1 100.00", "Won null 1 null", "null null 1 7.00"}) {
		t.Errorf("cells %q", got)
	}
	b = boardOf(p, "columns=stage&swimlanes=rush&filter="+url.QueryEscape(`[{"field":"region","operator":"=","value":"West"}]`))
	if got := drawn(b.Cells); b.Count != 4 || !slices.Equal(got, []string{"New true 1", "Won true 1", "Won null 1", "null null 1"}) {
		t.Errorf("of a filter: %d, %q", b.Count, got)
	}
	if b := boardOf(p, "columns=stage&swimlanes=region&search="+url.QueryEscape("deal 3")); b.Count != 1 || len(b.Cells) != 1 {
		t.Errorf("of a search: %+v", b)
	}
	for query, want := range map[string]string{
		"":                                  "Name the field",
		"columns=name":                      "has no options",
		"columns=shoe":                      "Unknown or unreadable field",
		"columns=stage&swimlanes=stage":     "another field",
		"columns=stage&swimlanes=tags":      "can't make swimlanes",
		"columns=stage&swimlanes=amount":    "can't make swimlanes",
		"columns=stage&sums=name":           "is no number",
		"columns=stage&sums=shoe":           "Unknown or unreadable field",
		"columns=stage&sums=a,b,c,d,e,f":    "can total",
		"columns=stage&limit=3":             "no parameter",
		"columns=stage&comparison=x":        "AND or OR",
		"columns=stage&filter=" + `[{"x"}]`: "",
	} {
		got := p.do("GET", "/v1/object/deal/board?"+query, "")
		if got.status != http.StatusUnprocessableEntity && got.status != http.StatusBadRequest || !strings.Contains(string(got.body), want) {
			t.Errorf("%s: %d %s, want %s", query, got.status, got.body, want)
		}
	}
}

// A board of too many swimlanes is refused before it is read.
func TestABoardIsBounded(t *testing.T) {
	w := deals(t)
	p := boss(w)
	var rows []object
	for i := range 1_000 {
		rows = append(rows, object{"name": fmt.Sprint(i), "stage": "New", "region": fmt.Sprint("R", i)})
	}
	body, err := json.Marshal(rows)
	if err != nil {
		t.Fatal(err)
	}
	p.do("POST", "/v1/object/deal", string(body)).is(http.StatusOK)
	got := p.do("GET", "/v1/object/deal/board?columns=stage&swimlanes=region", "").problem(http.StatusUnprocessableEntity)
	if !strings.Contains(got.Detail, "more than 1000 groups") {
		t.Errorf("%+v", got)
	}
}

func TestABoardKeepsToRights(t *testing.T) {
	w := deals(t)
	read := object{"read": true}
	agent := func(name, scope string, fields object) *person {
		set := row.Fields{"name": name, "object_permissions": row.JSONValue(object{"deal": read}), "scopes": row.JSONValue(object{"deal": scope})}
		if fields != nil {
			set["object_field_permissions"] = row.JSONValue(object{"deal": fields})
		}
		return w.person(name, row.Fields{"permissions": []id.ID{w.put("permission", set)}})
	}
	own, half := agent("Own", "own", nil), agent("Half", "all", object{"name": read, "stage": read})
	w.put("deal", row.Fields{"name": "A", "stage": "New", "amount": "1.00", "owner": own.id})
	w.put("deal", row.Fields{"name": "B", "stage": "New", "amount": "2.00"})
	if b := boardOf(own, "columns=stage&sums=amount"); b.Count != 1 || string(b.Sums["amount"]) != "1.00" {
		t.Errorf("who sees his own: %+v", b)
	}
	if b := boardOf(half, "columns=stage"); b.Count != 2 {
		t.Errorf("who sees the stage: %+v", b)
	}
	for _, query := range []string{"columns=stage&sums=amount", "columns=stage&swimlanes=region", "columns=stage&swimlanes=owner"} {
		if got := half.do("GET", "/v1/object/deal/board?"+query, "").problem(http.StatusUnprocessableEntity); !strings.Contains(fmt.Sprint(got.Detail, got.Errors), "Unknown or unreadable field") {
			t.Errorf("%s: %+v", query, got)
		}
	}
	// A deal's contact has a name that the user may not read.
	own.do("GET", "/v1/object/deal/board?columns=stage&swimlanes=contact", "").problem(http.StatusUnprocessableEntity)
	w.person("Blind", row.Fields{}).do("GET", "/v1/object/deal/board?columns=stage", "").problem(http.StatusForbidden)
	boss(w).do("GET", "/v1/object/session/board?columns=stage", "").problem(http.StatusNotFound)
}
