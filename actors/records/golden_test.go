package records

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"switchboard/actors/features"
	"switchboard/storage/access"
	"switchboard/storage/schema"
	"switchboard/storage/schema/schematest"
)

const someID = "0198c0de-0000-7000-8000-0000000000aa"

// Which operators filter a type, how the value is read, and what is refused with which
// words, stays as it is.
func TestTypesFilterAsTheyDid(t *testing.T) {
	operands := []string{
		``, `null`, `""`, `"a_b"`, `"Open"`, `7`, `2.5`, `true`, `"2026-03-09"`, `"2026-03-09T14:30:00Z"`, `"` + someID + `"`,
		`{"id":"` + someID + `"}`, `[]`, `["a"]`, `["` + someID + `"]`, `[7]`, `[null]`, `["2026-03-09"]`, `"50%"`,
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
			p := access.Build(registry, access.Inputs{Organization: someID, User: someID, Sets: []access.PermissionSet{{
				Objects: objects, Scopes: map[string]access.Scope{"o": access.ScopeAll, "contact": access.ScopeAll},
			}}})
			usable := p.Rights("o").Everywhere()
			order, err := orders(registry.Object("o"), usable, ListRequest{Order: []string{"-f"}})
			fmt.Fprintf(&b, "order, names %v: %v %v\n", names, order, err)
			for _, field := range []string{"f", "f.id", "f.name", "f.phone_number", "f.city", "f.schema", "id", "organization_id"} {
				if !names && field != "f.name" || len(field) > 6 && kind != schema.Phone {
					continue
				}
				for _, operator := range []string{"=", "!=", "<", "like", "IN", "NOT IN", "IS NULL", "~"} {
					refused := map[string]bool{}
					for _, v := range operands {
						c, err := condition(registry.Object("o"), usable, FilterRow{Field: field, Operator: operator, Value: json.RawMessage(v)}, nil)
						if err != nil {
							if refused[err.Error()] {
								continue
							}
							refused[err.Error()] = true
							fmt.Fprintf(&b, "%s %s: %v\n", field, operator, err)
							continue
						}
						fmt.Fprintf(&b, "%s %s %s: %s.%s %s %T %v\n", field, operator, v, c.Field, c.SubField, c.Operator, c.Value, c.Value)
					}
				}
			}
		}
	}
	schematest.Compare(t, b.String())
}
