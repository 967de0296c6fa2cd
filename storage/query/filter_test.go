package query_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"switchboard/actors/features"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/query"
	"switchboard/storage/schema"
)

func filterRow(field, operator, value string) query.FilterRow {
	return query.FilterRow{Field: field, Operator: operator, Value: json.RawMessage(value)}
}

// writes writes a filter by itself, behind two parameters of others.
func writes(c *query.Compiler, p *access.Principal, object string, rows ...query.FilterRow) (string, error) {
	f, err := c.Filter(query.FilterRequest{Organization: p.Organization, Object: object, Rows: rows, Reader: p, Clock: noon})
	if err != nil {
		return "", err
	}
	joins, where, args, err := f.Write(drawn{p.Registry()}, 2)
	return fmt.Sprintf("%s|%s|%v", joins, where, args), err
}

// A shape is kept without its values, its rights and its organization's objects are part of it.
func TestShapesOfFilters(t *testing.T) {
	c, boss := query.NewCompiler(), reader(true)
	for range 2 {
		for _, value := range []string{"Acme", "Navy", "TODAY"} {
			got, err := writes(c, boss, "contact", filterRow("company", "=", `"`+value+`"`))
			if want := `|t."company" = $3::text|[` + value + `]`; got != want || err != nil {
				t.Errorf("%s %v, want %s", got, err, want)
			}
		}
	}
	// What the tree knows of a value is part of the shape: which days it names, true or false,
	// how many there are and what is in between.
	seen := map[string]string{}
	for _, r := range []query.FilterRow{
		filterRow("created_date", "=", `"TODAY"`), filterRow("created_date", "=", `"yesterday"`), filterRow("created_date", "=", `"2026-03-09"`), filterRow("created_date", "!=", `null`),
		filterRow("do_not_call", "=", `true`), filterRow("do_not_call", "=", `false`), filterRow("do_not_call", "IN", `[true,"false"]`), filterRow("do_not_call", "IN", `["false",true]`),
		filterRow("company", "IN", `["a"]`), filterRow("company", "IN", `["a","b"]`), filterRow("company", "NOT IN", `["a","b"]`), filterRow("version", "=", `2`), filterRow("version", "=", `2.5`),
	} {
		got, err := writes(c, boss, "contact", r)
		again, _ := writes(query.NewCompiler(), boss, "contact", r)
		if err != nil || got != again {
			t.Errorf("%+v is %s beside others, %s alone: %v", r, got, again, err)
		}
		if other := seen[got]; other != "" {
			t.Errorf("%s and %s are both %s", other, r.Value, got)
		}
		seen[got] = string(r.Value)
	}
	both, err := c.Filter(query.FilterRequest{Object: "contact", Rows: []query.FilterRow{filterRow("name", "=", `"a"`), filterRow("name", "=", `"b"`)}, Any: true, Reader: boss, Clock: noon})
	if err != nil {
		t.Fatal(err)
	}
	if _, where, _, err := both.Write(drawn{boss.Registry()}, 0); err != nil || where != `(t."name" = $1::text OR t."name" = $2::text)` || !slices.Equal(both.Fields(), []string{"name"}) {
		t.Errorf("%s of %v: %v", where, both.Fields(), err)
	}
	// Of two organizations each has an object of its own by the same name.
	for n, kind := range map[id.ID]*schema.FieldType{"one": schema.Integer, "two": schema.Text} {
		registry, err := features.Registry().Adding(&schema.Object{APIName: "o", Title: "O", NameField: "f", Fields: []*schema.Field{{Name: "f", Title: "F", Type: kind}}})
		if err != nil {
			t.Fatal(err)
		}
		p := access.Build(registry, access.Inputs{Organization: n, User: somebody, Superuser: true})
		if got, err := writes(c, &p, "o", filterRow("f", "=", `"7"`)); err != nil || !strings.Contains(got, "$3::"+kind.Column.SQL) {
			t.Errorf("%s: %s %v", n, got, err)
		}
	}
	none, err := c.Filter(query.FilterRequest{Object: "contact", Reader: boss, Clock: noon})
	if none != nil || err != nil {
		t.Errorf("no rows are %v %v", none, err)
	}
}

// A path goes over lookups, each read through what its reader may see of the object.
func TestFiltersBehindLookups(t *testing.T) {
	c := query.NewCompiler()
	own := reader(false, access.PermissionSet{
		Objects: map[string]access.ObjectPermission{"contact": {Read: true}, "call": {Read: true}},
		Scopes:  map[string]access.Scope{"contact": access.ScopeOwn, "call": access.ScopeAll},
	})
	for _, x := range []struct {
		p         *access.Principal
		object    string
		row       query.FilterRow
		want, not string
	}{
		{reader(true), "call", filterRow("contact.owner.name", "=", `"Ann"`), `|s3."name" = $3::text|[Ann]`, "(owner("},
		{reader(true), "call", filterRow("contact", "LIKE", `"ann"`), `ON s2."id" = t."contact"|search.fold(s2."name") LIKE $3::text|[%ann%]`, "(owner("},
		{reader(true), "call", filterRow("contact.phone.phone_number", "IN", `["+1","+2"]`), `|(s2."phone"->>'phone_number') = ANY($3::text[])|[[+1 +2]]`, "(owner("},
		{reader(true), "call", filterRow("contact.id", "=", `{"id":"`+string(somebody)+`","name":"Ann"}`), `|t."contact" = $3::uuid|[` + string(somebody) + `]`, "JOIN"},
		{own, "call", filterRow("contact.company", "=", `"Acme"`), `WHERE t."deleted_date" IS NULL AND (owner($3))) s2`, ""},
		{own, "call", filterRow("contact.tags", "=", `"vip"`), ` ARRAY[$`, ""},
	} {
		got, err := writes(c, x.p, x.object, x.row)
		if err != nil || !strings.Contains(got, x.want) || x.not != "" && strings.Contains(got, x.not) {
			t.Errorf("%s %s: %s %v", x.row.Field, x.row.Operator, got, err)
		}
	}
}

// A field that may be read of some records only, or of none, and one that is not there have
// the same refusal, wherever they stand in a path.
func TestFiltersOfUnreadableFields(t *testing.T) {
	c := query.NewCompiler()
	p := reader(false, access.PermissionSet{
		Objects: map[string]access.ObjectPermission{"contact": {Read: true}, "call": {Read: true}, "auth_credential": {Read: true}},
		Fields:  map[string]map[string]access.FieldPermission{"contact": {"name": {Read: true}, "owner": {Read: true}}},
	})
	for _, x := range []struct{ object, field string }{
		{"contact", "email"}, {"contact", "company"}, {"contact", "deleted_date"}, {"contact", "owner.email"}, {"contact", "owner.settings"}, {"user", "email"},
		{"call", "contact.email"}, {"call", "contact.phone.phone_number"}, {"call", "contact.owner.email"}, {"auth_credential", "api_key"},
	} {
		at := strings.LastIndex(x.field, ".") + 1
		if strings.HasSuffix(x.field, "phone.phone_number") {
			at = strings.Index(x.field, "phone")
		}
		absent := x.field[:at] + "zz" + strings.Repeat("z", len(x.field)-at)
		for _, r := range [][2]string{{"=", `"a"`}, {"IS NULL", ""}, {"LIKE", `"a"`}, {"IN", `["a","b"]`}, {"<", `5`}, {"=", `"TODAY"`}} {
			_, hidden := writes(c, p, x.object, filterRow("id", "IS NULL", ""), filterRow(x.field, r[0], r[1]))
			_, none := writes(c, p, x.object, filterRow("id", "IS NULL", ""), filterRow(absent, r[0], r[1]))
			got, want := refusal(hidden), refusal(none)
			if strings.ReplaceAll(got, x.field, "F") != strings.ReplaceAll(want, absent, "F") || !strings.HasPrefix(got, "1 Unknown or unreadable field") {
				t.Errorf("%s.%s %s: unreadable %s, absent %s", x.object, x.field, r[0], got, want)
			}
		}
	}
}

// refusal is a refusal as a line: of which row, what, and under which name.
func refusal(err error) string {
	e, is := errors.AsType[*fault.Error](err)
	if !is || e.Code != fault.Invalid || e.Place != nil || len(e.Fields) != 1 {
		return fmt.Sprintf("no refusal: %v", err)
	}
	return fmt.Sprint(e.Index, " ", e.Detail, " ", e.Fields)
}

// Nothing that is written into a row comes into the statement but as a parameter, or it is
// refused.
func TestHostileRows(t *testing.T) {
	c, boss := query.NewCompiler(), reader(true)
	texts := []string{
		`'; DROP TABLE contact; --`, `") OR (1=1`, `name" = '' OR "a`, `a' OR 'a'='a`, `$1`, `s1."id"`, `t.deleted_date`, `name--`, `name/*`, `*`, `contact.*`, `(SELECT 1)`, `now()`, `%`, `\`,
		`name.name.name.name.name.name.name`, `.`, `name.`, `.name`, ` `, "name\x00", "\xff", strings.Repeat("a", 1<<12), strings.Repeat("owner.", 40) + "name", `settings.a.b`, `name name`, `contact.name`,
		`{"id":1}`, `1e999`, `organization.name`,
	}
	for _, text := range texts {
		quoted, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, operator := range []string{"=", "LIKE", "IS NULL", "IN", text} {
			value := string(quoted)
			if operator == "IN" {
				value = "[" + value + ",1]"
			}
			for _, r := range []query.FilterRow{filterRow(text, operator, value), {Field: "phone", SubField: text, Operator: operator, Value: json.RawMessage(value)}} {
				if got, err := writes(c, boss, "contact", r); err == nil {
					t.Errorf("%q %q is taken: %s", r.Path(), operator, got)
				} else if got := refusal(err); !strings.HasPrefix(got, "0 ") || len(e(err).Detail) > 300 {
					t.Errorf("%q %q: %s", r.Path(), operator, got)
				}
			}
		}
		for _, operator := range []string{"=", "!=", "<", "LIKE", "NOT LIKE", "IN", "NOT IN"} {
			value := string(quoted)
			if strings.HasSuffix(operator, "IN") {
				value = "[" + value + `,"b"]`
			}
			f, err := c.Filter(query.FilterRequest{Object: "contact", Rows: []query.FilterRow{filterRow("name", operator, value), filterRow("phone.extension", operator, value)}, Reader: boss, Clock: noon})
			if err != nil {
				continue // it holds what no text may
			}
			joins, where, args, err := f.Write(drawn{boss.Registry()}, 0)
			if err != nil || joins != "" || len(args) != 2 || len(text) > 2 && strings.Contains(where, text) {
				t.Errorf("%q stands in %s: %v", text, where, err)
			}
		}
	}
	for _, value := range []string{``, `[`, `{}`, `[]`, `[[]]`, `[["a"]]`, `{"id":null}`, `{"id":{"id":1}}`, `nul`, `tru`, `-`, `1e400`, `NaN`, `"\ud800"`, `"\u0000"`, `[null]`, `1 OR 1`, "\x00"} {
		for _, operator := range []string{"<", "LIKE", "IN", "NOT IN"} {
			for _, field := range []string{"version", "created_date", "owner", "do_not_call", "tags"} {
				if got, err := writes(c, boss, "contact", filterRow(field, operator, value)); err == nil && value != `"\ud800"` {
					t.Errorf("%s %s %q is taken: %s", field, operator, value, got)
				}
			}
		}
	}
	// Many hops, patterns and values are bounded as in a query.
	var hops, likes []query.FilterRow
	for _, path := range []string{"owner.created_by.modified_by.owner.name", "created_by.created_by.modified_by.owner.name", "modified_by.created_by.modified_by.owner.name"} {
		hops = append(hops, filterRow(path, "=", `"a"`))
	}
	for range 11 {
		likes = append(likes, filterRow("name", "LIKE", `"a"`))
	}
	many := `["a"` + strings.Repeat(`,"a"`, 200) + `]`
	for what, rows := range map[string][]query.FilterRow{"2 A query may read 8 records": hops, "10 A query may have 10 LIKEs": likes, "0 IN takes a list of 1 to 200": {filterRow("name", "IN", many)}} {
		if _, err := writes(c, boss, "contact", rows...); !strings.HasPrefix(refusal(err), what) {
			t.Errorf("%s: %s", what, refusal(err))
		}
	}
}

func e(err error) *fault.Error {
	out, _ := errors.AsType[*fault.Error](err)
	return out
}
