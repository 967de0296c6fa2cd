package records

import (
	"encoding/json"
	"strings"
	"testing"

	"switchboard/actors/features"
	"switchboard/storage/access"
	"switchboard/storage/pg/tables"
	"switchboard/storage/query"
	"switchboard/storage/row"
)

// A person's filter is the same SQL as the conditions of our own code, so the same indexes
// answer it: on a column, an expression of it, a member or a list.
func TestAFilterFindsTheIndexesOfConditions(t *testing.T) {
	registry := features.Registry()
	boss := access.Build(registry, access.Inputs{Organization: someID, User: someID, Superuser: true})
	of := tables.NewTables("org", registry)
	text := func(r row.ReadRequest) (string, []any) {
		t.Helper()
		r.Object, r.Visible = "contact", []row.Relation{{Kind: "all"}}
		q := &statement{tables: of, table: of.ByName["contact"], limited: true}
		sel, err := q.selection(someID, &r)
		if err != nil {
			t.Fatal(err)
		}
		if sel.whole != nil {
			t.Errorf("%s takes a filter for none", sel.text)
		}
		return strings.NewReplacer("(", "", ")", "").Replace(sel.text), sel.args
	}
	compiler := query.NewCompiler()
	for _, c := range []struct {
		rows       []query.FilterRow
		conditions []row.Condition
	}{
		{
			[]query.FilterRow{{Field: "company", Operator: "=", Value: json.RawMessage(`"Acme"`)}, {Field: "owner", Operator: "=", Value: json.RawMessage(`"` + someID + `"`)}},
			[]row.Condition{{Field: "company", Operator: "=", Value: "Acme"}, {Field: "owner", Operator: "=", Value: someID}},
		},
		{
			[]query.FilterRow{{Field: "email", Operator: "=", Value: json.RawMessage(`"A@b.c"`)}, {Field: "modified_date", Operator: ">", Value: json.RawMessage(`"2026-03-09T00:00:00Z"`)}},
			[]row.Condition{{Field: "email", Operator: "=", Value: "A@b.c"}, {Field: "modified_date", Operator: ">", Value: "2026-03-09T00:00:00Z"}},
		},
		{
			[]query.FilterRow{{Field: "phone", Operator: "=", Value: json.RawMessage(`"+15550000001"`)}, {Field: "tags", Operator: "IN", Value: json.RawMessage(`["a","b"]`)}},
			[]row.Condition{{Field: "phone", Operator: "=", Value: "+15550000001"}, {Field: "tags", Operator: "IN", Value: []string{"a", "b"}}},
		},
		{
			[]query.FilterRow{{Field: "tags", Operator: "=", Value: json.RawMessage(`"a"`)}, {Field: "company", Operator: "IN", Value: json.RawMessage(`["a","b"]`)}, {Field: "name", Operator: "!=", Value: json.RawMessage(`"x"`)}},
			[]row.Condition{{Field: "tags", Operator: "CONTAINS", Value: "a"}, {Field: "company", Operator: "IN", Value: []string{"a", "b"}}, {Field: "name", Operator: "!=", Value: "x"}},
		},
	} {
		for _, anyOf := range []bool{false, true} {
			f, err := compiler.Filter(query.FilterRequest{Organization: someID, Object: "contact", Rows: c.rows, Any: anyOf, Reader: &boss})
			if err != nil {
				t.Fatal(err)
			}
			got, args := text(row.ReadRequest{Filter: f})
			want, wanted := text(row.ReadRequest{Where: c.conditions, Any: anyOf})
			if got != want || len(args) != len(wanted) {
				t.Errorf("a filter is%s\nconditions  %s", got, want)
			}
		}
	}
	// Beside conditions it is another one, and its parameters come behind theirs.
	f, err := compiler.Filter(query.FilterRequest{Organization: someID, Object: "contact", Rows: []query.FilterRow{{Field: "owner.name", Operator: "=", Value: json.RawMessage(`"Ann"`)}}, Reader: &boss})
	if err != nil {
		t.Fatal(err)
	}
	got, args := text(row.ReadRequest{Filter: f, Where: []row.Condition{{Field: "company", Operator: "=", Value: "a"}, {Field: "name", Operator: "=", Value: "b"}}, Any: true})
	if !strings.Contains(got, ` t LEFT JOIN SELECT `) || !strings.Contains(got, `t."company" = $1::text OR t."name" = $2::text AND s2."name" = $4::text`) || len(args) != 4 {
		t.Errorf("%s %v", got, args)
	}
}
