package schema_test

import (
	"reflect"
	"testing"

	"switchboard/actors/features"
	"switchboard/storage/schema"
)

func choice(object, field, value, label string, order int64, active bool) schema.OptionChoice {
	c := schema.OptionChoice{Object: object, Field: field, Option: schema.Option{Value: value, Label: label, Active: active}}
	if order != 0 {
		c.Order = &order
	}
	return c
}

// An organization's options stand beside those of the product, in the places that it gave
// them, and say how these look; the product's own registry stays as it was.
func TestChoicesOfAnOrganization(t *testing.T) {
	base := features.Registry()
	tier := &schema.Own{Extends: true, Object: schema.Object{APIName: "contact", Fields: []*schema.Field{
		{Name: "tier", Title: "Tier", Type: schema.Picklist, Custom: true, Options: []string{"gold"}, Labels: []schema.Option{{Value: "gold", Label: "Gold", Color: "amber", Active: true}}},
	}}}
	of, left := base.With(7, []schema.OptionChoice{
		choice("event", "status", "Postponed", "Postponed", 2, true),
		choice("event", "status", "HELD", "Took place", 0, true),
		choice("call", "disposition", "no", "No interest", 0, true),
		choice("call", "disposition", "yes", "Interested", -1, true),
		choice("call", "disposition", "old", "Old", 0, false),
		choice("call", "status", "x", "A status is the product's", 0, true),
		choice("permission", "system", "x", "So is a right", 0, true),
		choice("contact", "tier", "gold", "Best", 0, true),
		choice("contact", "nothing", "x", "Of no field", 0, true),
		choice("nothing", "status", "x", "Of no object", 0, true),
	}, tier)
	if len(left) > 0 {
		t.Fatal(left)
	}
	for _, c := range []struct {
		object, field string
		options       []string
		labels        []schema.Option
	}{
		{"event", "status", []string{"Planned", "Held", "Postponed", "Canceled"}, []schema.Option{
			{Value: "Planned", Label: "Planned", Active: true}, {Value: "Held", Label: "Took place", Active: true},
			{Value: "Postponed", Label: "Postponed", Active: true}, {Value: "Canceled", Label: "Canceled", Active: true},
		}},
		{"call", "disposition", []string{"yes", "no", "old"}, []schema.Option{
			{Value: "yes", Label: "Interested", Active: true}, {Value: "no", Label: "No interest", Active: true}, {Value: "old", Label: "Old"},
		}},
		{"contact", "tier", []string{"gold"}, []schema.Option{{Value: "gold", Label: "Best", Color: "amber", Active: true}}},
		{"call", "status", base.Object("call").Field("status").Options, nil},
		{"permission", "system", base.Object("permission").Field("system").Options, nil},
	} {
		f := of.Object(c.object).Field(c.field)
		if !reflect.DeepEqual(f.Options, c.options) || !reflect.DeepEqual(f.Labels, c.labels) {
			t.Errorf("%s.%s: %v %+v", c.object, c.field, f.Options, f.Labels)
		}
	}
	if f := base.Object("call").Field("disposition"); f.Options != nil || f.Labels != nil {
		t.Errorf("the product's own field was changed: %v", f.Options)
	}
	if of.Object("user") != base.Object("user") || of.Role(schema.Ongoing) != nil || of.Object("call").Role != schema.Ongoing {
		t.Error("other objects are what they were, and one with options of an organization keeps what it is")
	}
	status, disposition := of.Object("event").Field("status"), of.Object("call").Field("disposition")
	if !status.DefinesOption("held") || status.DefinesOption("Postponed") || disposition.DefinesOption("yes") {
		t.Error("a field knows which options it has by itself")
	}
	if _, err := schema.Check(disposition, []byte(`"nobody said this"`)); err == nil {
		t.Error("a pick-list with options took a text that is none")
	}
	if v, err := schema.Check(disposition, []byte(`"YES"`)); err != nil || v != "yes" || disposition.Chosen(v, nil) != nil {
		t.Errorf("an option: %v, %v", v, err)
	}
	if disposition.Chosen("old", nil) == nil || disposition.Chosen("old", "old") != nil {
		t.Error("one that is not active is chosen no more, and stays where it stands")
	}
}

// A field has so many options at the most: of more, the oldest.
func TestAFieldTakesNoMoreChoicesThanOptions(t *testing.T) {
	var many []schema.OptionChoice
	for i := range schema.MaxOptions + 5 {
		many = append(many, choice("call", "disposition", string(rune('a'+i%26))+string(rune('a'+i/26)), "x", int64(1000-i), true))
	}
	of, _ := features.Registry().With(7, many)
	if got := of.Object("call").Field("disposition").Options; len(got) != schema.MaxOptions || got[len(got)-1] != "aa" {
		t.Errorf("%d options, the last %s", len(got), got[len(got)-1])
	}
}
