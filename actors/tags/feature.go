package tags

import (
	"switchboard/actors/feature"
	"switchboard/storage/schema"
)

// Feature declares tags and the labels of pick-lists.
var Feature = feature.Feature{Name: "tags", Objects: []*schema.Object{tagObject(), labelObject()}, Start: start}

func start(*feature.Host) feature.Running {
	return feature.Running{Reviewers: map[string]feature.Reviewer{"tag": reviewer{}, "picklist_label": labelReviewer{}}}
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
			{Name: "field_api_name", Title: "Field", Type: schema.Text, MaxLength: 63},
			{Name: "schema_api_name", Title: "Schema", Type: schema.Text, Derived: &schema.Derivation{How: schema.Inner, From: []string{"object"}, Path: []string{"api_name"}}},
			{Name: schema.LabelKey, Title: "Key", Type: schema.Text, Internal: true, Unique: true, Taken: "This tag exists already."},
		},
	}
}

// labelObject says how an option of a pick-list is called.
func labelObject() *schema.Object {
	return &schema.Object{
		APIName: "picklist_label", Title: "Pick-list Label", NameField: "label", Search: []string{"label", "value"},
		Columns: []string{"object", "field_api_name", "value", "modified_date"},
		Fields: []*schema.Field{
			{Name: "name", Title: "Name", Type: schema.Text, Derived: &schema.Derivation{How: schema.Alias, From: []string{"label"}}},
			{Name: "object", Title: "Object", Type: schema.ObjectName, Required: true, Indexed: true},
			{Name: "field_api_name", Title: "Field", Type: schema.Text, Required: true, MaxLength: 63},
			{Name: "label", Title: "Label", Type: schema.Text, Required: true, MaxLength: 255, Indexed: true},
			{Name: "value", Title: "Value", Type: schema.Text, MaxLength: 255},
		},
	}
}
