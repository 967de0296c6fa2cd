package schema_test

import (
	"cmp"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"switchboard/actors/features"
	"switchboard/storage/schema"
)

// An object of an organization reads back as it was written, with a field of every type.
func TestAnObjectIsStoredAndRead(t *testing.T) {
	o := &schema.Object{APIName: "ticket", Title: "Ticket", Feed: true, Route: schema.RouteRule{Members: "watchers"}}
	for _, kind := range schema.Types() {
		o.Fields = append(o.Fields, &schema.Field{
			Name: "a_" + strings.ReplaceAll(kind.Name, "-", "_"), Title: kind.Name, Type: kind, Options: []string{"Open", "Closed"}, Target: cmp.Or(kind.To, "contact"),
		})
	}
	o.Fields = append(o.Fields,
		&schema.Field{Name: "watchers", Title: "Watchers", Type: schema.LookupList, Target: "user"},
		&schema.Field{Name: "done", Title: "Done", Type: schema.Boolean, Default: false, Required: true, HelpText: "Whether", Width: 80},
		&schema.Field{Name: "state", Title: "State", Type: schema.Enum, Options: []string{"New"}, Default: "New", Indexed: true},
		&schema.Field{Name: "weight", Title: "Weight", Type: schema.Integer, Default: int64(7)},
		&schema.Field{Name: "same", Title: "Same", Type: schema.Text, Derived: &schema.Derivation{How: schema.Alias, From: []string{"name"}}},
		&schema.Field{Name: "box", Title: "Box", Type: schema.JSON, Shape: schema.Shape{"a": {"b": nil}}, MaxBytes: 100},
		&schema.Field{Name: "short", Title: "Short", Type: schema.TextArea, MaxLength: 20},
	)
	raw, err := schema.EncodeOwn(&schema.Own{Object: *o})
	if err != nil {
		t.Fatal(err)
	}
	read, err := schema.DecodeOwn(raw)
	if err != nil {
		t.Fatal(err)
	}
	o.Custom = true
	for i, f := range o.Fields {
		f.Custom = true
		if !reflect.DeepEqual(f, read.Fields[i]) {
			t.Errorf("%s:\n%+v\n%+v", f.Name, f, read.Fields[i])
		}
	}
	read.Fields, o.Fields = nil, nil
	if !reflect.DeepEqual(o, &read.Object) {
		t.Errorf("\n%+v\n%+v", o, read.Object)
	}
}

// What organizations may not have of their own is refused in what is to be written and
// in what was.
func TestObjectsOfOrganizationsArePlain(t *testing.T) {
	text := func(change func(f *schema.Field)) *schema.Object {
		f := &schema.Field{Name: "a", Title: "A", Type: schema.Text}
		change(f)
		return &schema.Object{APIName: "ticket", Title: "Ticket", Fields: []*schema.Field{f}}
	}
	refused := map[string]*schema.Object{
		"a role":                   {APIName: "x", Role: schema.Team},
		"a live object":            {APIName: "x", Live: true},
		"an internal":              {APIName: "x", Internal: true},
		"a part":                   {APIName: "x", Route: schema.RouteRule{Thread: "a"}},
		"a base right":             {APIName: "x", Base: []schema.Grant{}},
		"no type":                  text(func(f *schema.Field) { f.Type = nil }),
		"a system field":           text(func(f *schema.Field) { f.System = true }),
		"a grant":                  text(func(f *schema.Field) { f.Grants = schema.GrantsTeams }),
		"a number":                 text(func(f *schema.Field) { f.Number = true }),
		"a column that is no name": text(func(f *schema.Field) { f.Column = `a" int; --` }),
		"a table that is no name":  {APIName: "x", Table: `a"; --`},
		"SQL": text(func(f *schema.Field) {
			f.Derived = &schema.Derivation{How: schema.Alias, From: []string{"name"}, Expression: "1); DROP TABLE x"}
		}),
		"code": text(func(f *schema.Field) {
			f.Document = func(string, json.RawMessage, json.RawMessage) (json.RawMessage, error) { return nil, nil }
		}),
	}
	for _, o := range features.Registry().Objects() {
		refused["the product's "+o.APIName] = o // each has system fields
	}
	for what, o := range refused {
		if raw, err := schema.EncodeOwn(&schema.Own{Object: *o}); err == nil {
			t.Errorf("%s is written: %s", what, raw)
		}
	}
	for what, raw := range map[string]string{
		"no JSON":          `{`,
		"an unknown type":  `{"api_name":"x","title":"X","fields":[{"name":"a","title":"A","type":"telepathy"}]}`,
		"an unfit default": `{"api_name":"x","title":"X","fields":[{"name":"a","title":"A","type":"integer","default":"x"}]}`,
	} {
		if o, err := schema.DecodeOwn([]byte(raw)); err == nil {
			t.Errorf("%s is read: %+v", what, o)
		}
	}
	sneaked, err := schema.DecodeOwn([]byte(`{"api_name":"x","title":"X","Live":true,"role":"team","fields":[
		{"name":"a","title":"A","type":"text","system":true,"derived":{"how":"alias","from":["name"],"expression":"1","Expression":"1"}}]}`))
	if err != nil || sneaked.Live || sneaked.Role != "" || sneaked.Fields[0].System || sneaked.Fields[0].Derived.Expression != "" {
		t.Errorf("data says what is the product's: %+v, %v", sneaked, err)
	}
}
