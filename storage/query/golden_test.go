package query_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"switchboard/actors/features"
	"switchboard/storage/access"
	"switchboard/storage/query"
	"switchboard/storage/schema"
	"switchboard/storage/schema/schematest"
)

// Which operators filter a type, how the value is read, and what is refused with which
// words, stays as it is.
func TestTypesFilterAsTheyDid(t *testing.T) {
	operands := []string{
		``, `null`, `""`, `"a_b"`, `"Open"`, `7`, `2.5`, `"2.5"`, `true`, `"2026-03-09"`, `"2026-03-09T14:30:00Z"`, `"` + string(somebody) + `"`,
		`{"id":"` + string(somebody) + `"}`, `[]`, `["a"]`, `["` + string(somebody) + `"]`, `[7]`, `[null]`, `["2026-03-09"]`, `"50%"`, `"this month"`, `["TODAY"]`,
	}
	var b strings.Builder
	for _, kind := range schematest.Recorded(t) {
		fmt.Fprintf(&b, "# %s\n", kind)
		o := &schema.Object{APIName: "o", Title: "O", Fields: []*schema.Field{
			{Name: "f", Title: "Field", Type: kind, Target: "contact", Options: []string{"Open", "Closed"}},
		}}
		registry, err := features.Registry().Adding(o)
		if err != nil {
			t.Fatal(err)
		}
		for _, names := range []bool{true, false} {
			objects := map[string]access.ObjectPermission{"o": {Read: true}}
			if names {
				objects["contact"] = access.ObjectPermission{Read: true}
			}
			p := access.Build(registry, access.Inputs{Organization: someOrganization, User: somebody, Sets: []access.PermissionSet{{
				Objects: objects, Scopes: map[string]access.Scope{"o": access.ScopeAll, "contact": access.ScopeAll},
			}}})
			for _, field := range []string{"f", "f.id", "f.name", "f.phone_number", "f.city", "f.schema", "id", "organization_id"} {
				if !names && field != "f.name" || len(field) > 6 && kind != schema.Phone {
					continue
				}
				for _, operator := range []string{"=", "!=", "<", "like", "not like", "IN", "NOT IN", "IS NULL", "~"} {
					said := map[string]bool{}
					for _, v := range operands {
						got := filtered(&p, query.FilterRow{Field: field, Operator: operator, Value: json.RawMessage(v)})
						if !said[got] {
							said[got] = true
							fmt.Fprintf(&b, "%s %s %s: %s\n", field, operator, v, got)
						}
					}
				}
			}
		}
	}
	schematest.Compare(t, b.String())
}

// filtered is a row of a filter of the object o as SQL with its arguments, or its refusal.
func filtered(p *access.Principal, r query.FilterRow) string {
	f, err := query.NewCompiler().Filter(query.FilterRequest{Object: "o", Rows: []query.FilterRow{r}, Reader: p, Clock: noon})
	if err != nil {
		return err.Error()
	}
	joins, where, args, err := f.Write(drawn{p.Registry()}, 2)
	if err != nil {
		return "is not written: " + err.Error()
	}
	return fmt.Sprintf("%s %s %q", joins, where, args)
}
