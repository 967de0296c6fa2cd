package records

import (
	"fmt"
	"strings"
	"testing"

	"switchboard/actors/features"
	"switchboard/storage/access"
	"switchboard/storage/schema"
	"switchboard/storage/schema/schematest"
)

const someID = "0198c0de-0000-7000-8000-0000000000aa"

// Which types sort lists, with the names of what they refer to and without, stays as it is.
func TestTypesSortAsTheyDid(t *testing.T) {
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
			order, err := orders(registry.Object("o"), p.Rights("o").Everywhere(), ListRequest{Order: []string{"-f"}})
			fmt.Fprintf(&b, "order, names %v: %v %v\n", names, order, err)
		}
	}
	schematest.Compare(t, b.String())
}
