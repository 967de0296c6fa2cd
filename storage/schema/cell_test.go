package schema_test

import (
	"encoding/json"
	"testing"

	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

func TestCellsAreReadAsPeopleWriteThem(t *testing.T) {
	labelled := &schema.Field{Name: "stage", Title: "Stage", Type: schema.Picklist, Options: []string{"won", "lost"}, Labels: []schema.Option{{Value: "won", Label: "Closed Won", Active: true}, {Value: "lost", Label: "Closed Lost", Active: true}}}
	of := func(k *schema.FieldType) *schema.Field {
		return &schema.Field{Name: "f", Title: "F", Type: k, Target: "contact"}
	}
	for _, c := range []struct {
		field      *schema.Field
		cell, want string
	}{
		{of(schema.Text), "  a, b ", `"a, b"`},
		{of(schema.Text), "", `null`},
		{of(schema.Boolean), "Yes", `true`},
		{of(schema.Boolean), "maybe", `"maybe"`},
		{of(schema.Integer), "1,234", `1234`},
		{of(schema.Integer), "007", `7`},
		{of(schema.Currency), "$1,234.50", `1234.50`},
		{of(schema.Number), "1.234,5", `"1.234,5"`},
		{of(schema.Date), "3/9/2026", `"2026-03-09"`},
		{of(schema.Date), "2026-03-09 00:00:00", `"2026-03-09"`},
		{of(schema.Date), "31/12/2026", `"31/12/2026"`},
		{of(schema.DateTime), "3/9/2026 2:30 PM", `"2026-03-09T14:30:00Z"`},
		{of(schema.MultiList), "red; green;", `["red","green"]`},
		{of(schema.Phone), "(206) 555-0101 x7", `{"phone_number":"(206) 555-0101 x7"}`},
		{of(schema.Address), "2380 Patel Street", `{"line1":"2380 Patel Street"}`},
		{of(schema.Address), `{"city":"Seattle"}`, `{"city":"Seattle"}`},
		{labelled, "closed won", `"won"`},
		{labelled, "Lost", `"Lost"`},
	} {
		if got := string(c.field.FromCell(c.cell)); got != c.want {
			t.Errorf("%s %q is %s, want %s", c.field.Type, c.cell, got, c.want)
		}
	}
}

// What is exported is imported as the same value, for the example of every type.
func TestEveryTypeGoesThroughACell(t *testing.T) {
	for _, k := range schema.Types() {
		f := &schema.Field{Name: "f", Title: "F", Type: k, Target: "contact", Options: []string{"Open", "Closed"}}
		if k.Targeted || k.To != "" || k.References != nil || k.Sealed || k.Example == "" { // records are found by the import
			continue
		}
		value, err := schema.Check(f, json.RawMessage(k.Example))
		if err != nil {
			t.Fatalf("%s: %v", k, err)
		}
		shown := k.Wire(f, value, nobody{})
		again, err := schema.Check(f, f.FromCell(f.ToCell(shown)))
		if err != nil || !row.Same(again, value) {
			t.Errorf("%s: %s goes out as %q and comes back as %v: %v", k, shown, f.ToCell(shown), again, err)
		}
	}
}

// nobody knows no record's name.
type nobody struct{}

func (nobody) Name(string, id.ID) *string { return nil }
