package tags

import (
	"switchboard/actors/feature"
	"switchboard/storage/schema"
)

// Feature declares tags and the labels of pick-lists.
var Feature = feature.Feature{Name: "tags", Objects: []*schema.Object{tagObject(), labelObject()}, Start: start}

func start(h *feature.Host) feature.Running {
	return feature.Running{Reviewers: map[string]feature.Reviewer{"tag": reviewer{}, "picklist_label": labelReviewer{feature.Need[Store](h)}}}
}

// tagObject is an entry of multi-selects. Records hold its value, which stays as it is; people
// are shown its label, in its colour.
func tagObject() *schema.Object {
	return &schema.Object{
		APIName: "tag", Title: "Tag", Role: schema.Label, NameField: "value", Search: []string{"value", "label"}, Order: "value",
		Columns: []string{"label", "color", "global_list_name", "active", "modified_date"},
		Fields: []*schema.Field{
			{Name: "name", Title: "Name", Type: schema.Text, Derived: &schema.Derivation{How: schema.Alias, From: []string{"value"}}},
			{Name: "value", Title: "Value", Type: schema.Text, Required: true, Indexed: true, MaxLength: 255, HelpText: "What records hold; it stays as it is"},
			{Name: "label", Title: "Label", Type: schema.Text, MaxLength: 255, HelpText: "What people are shown"},
			{Name: "color", Title: "Color", Type: schema.Enum, Options: schema.Colors()},
			{Name: "order", Title: "Order", Type: schema.Integer},
			{Name: "active", Title: "Active", Type: schema.Boolean, Default: true, HelpText: "One that is not is offered no more"},
			{Name: "global", Title: "Global", Type: schema.Boolean, Default: true},
			{Name: "global_list_name", Title: "List", Type: schema.Text, MaxLength: 80, Default: schema.GlobalTags},
			{Name: "object", Title: "Object", Type: schema.ObjectName},
			{
				Name: "field_api_name", Title: "Field", Type: schema.Text, MaxLength: 63,
				NamesField: &schema.NamesField{Object: "object", Types: []*schema.FieldType{schema.MultiList}},
			},
			{Name: "schema_api_name", Title: "Schema", Type: schema.Text, Derived: &schema.Derivation{How: schema.Inner, From: []string{"object"}, Path: []string{"api_name"}}},
			{Name: schema.LabelKey, Title: "Key", Type: schema.Text, Internal: true, Unique: true, Taken: "This tag exists already."},
		},
	}
}

// labelObject is an option of a pick-list: one that the organization adds, or how it calls one
// that the field has by itself.
func labelObject() *schema.Object {
	return &schema.Object{
		APIName: "picklist_label", Title: "Pick-list Label", Role: schema.Choice, NameField: schema.ChoiceLabel, Search: []string{"label", "value"},
		Columns: []string{"object", "field_api_name", "value", "color", "order", "active"},
		Fields: []*schema.Field{
			{Name: "name", Title: "Name", Type: schema.Text, Derived: &schema.Derivation{How: schema.Alias, From: []string{"label"}}},
			{Name: schema.ChoiceObject, Title: "Object", Type: schema.ObjectName, Required: true, Indexed: true},
			{
				Name: schema.ChoiceField, Title: "Field", Type: schema.Text, Required: true, MaxLength: 63, HelpText: "A pick-list of the object",
				NamesField: &schema.NamesField{Object: schema.ChoiceObject, Types: []*schema.FieldType{schema.Picklist, schema.MultiPicklist}},
			},
			{Name: schema.ChoiceLabel, Title: "Label", Type: schema.Text, Required: true, MaxLength: schema.LongestOption, Indexed: true, HelpText: "What people are shown"},
			{Name: schema.ChoiceValue, Title: "Value", Type: schema.Text, MaxLength: schema.LongestOption, HelpText: "What records hold; the label where none is given, and it stays as it is"},
			{Name: schema.ChoiceColor, Title: "Color", Type: schema.Enum, Options: schema.Colors()},
			{Name: schema.ChoiceOrder, Title: "Order", Type: schema.Integer, HelpText: "Its place among the options; the field's own stand at 1, 2, 3"},
			{Name: schema.ChoiceActive, Title: "Active", Type: schema.Boolean, Default: true, HelpText: "One that is not is chosen no more, and stays where it stands"},
			{Name: schema.LabelKey, Title: "Key", Type: schema.Text, Internal: true, Unique: true, Taken: "This field has this option already."},
		},
	}
}
