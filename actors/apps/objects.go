package apps

import "switchboard/storage/schema"

// appObject is seen and changed by those who administer it; who they are, superusers say.
func appObject() *schema.Object {
	return &schema.Object{
		APIName: "app", Title: "App", Role: schema.App, Audited: true, SuperuserOnly: true, Search: []string{"name"},
		Columns: []string{"description", "app_version", "active", "app_admins", "modified_date"},
		Route:   schema.RouteRule{Members: "app_admins"},
		Base: []schema.Grant{{Relation: schema.ToMember, Update: []string{
			"name", "description", "icon", "app_version", "environment", "active", "schemas", "records",
		}}},
		Fields: []*schema.Field{
			{Name: "name", Title: "Name", Type: schema.Text, Required: true, Unique: true, Indexed: true, Uses: true},
			{Name: "description", Title: "Description", Type: schema.TextArea},
			{Name: "icon", Title: "Icon", Type: schema.Image},
			{Name: "app_version", Title: "Version", Type: schema.Text, MaxLength: 40},
			{Name: "environment", Title: "Environment", Type: schema.Text, MaxLength: 80},
			{Name: "active", Title: "Active", Type: schema.Boolean, Default: true, Uses: true},
			{
				Name: "app_admins", Title: "Administrators", Type: schema.LookupList, Target: "user",
				SuperuserOnly: true, Grants: schema.GrantsAdministration, HelpText: "They may change the app and what belongs to it.",
			},
			{Name: "schemas", Title: "Objects", Type: schema.MultiList, Unlabelled: true, HelpText: "API names of the objects that belong to it"},
			{
				Name: "records", Title: "Records", Type: schema.JSON, HelpText: "Ids of the records that belong to it, by object",
				Shape: schema.Shape{
					"api_trigger": nil, "record_trigger": nil, "schedule_trigger": nil, "scheduled_trigger": nil, "function": nil,
					"integrated_app": nil, "app_page": nil, "report": nil, "dashboard": nil, "template": nil, "permission": nil,
				},
			},
		},
	}
}

// pageObject is a page that stands for the product's own, as a tree of components. Those of
// an app are its administrators', others superusers'.
func pageObject() *schema.Object {
	return &schema.Object{
		APIName: "app_page", Title: "App Page", SuperuserOnly: true, Search: []string{"name"},
		Route:   schema.RouteRule{App: "app"},
		Columns: []string{"type", "object", "app", "active", "modified_date"},
		Fields: []*schema.Field{
			{Name: "name", Title: "Name", Type: schema.Text, Required: true, Indexed: true},
			{Name: "type", Title: "Type", Type: schema.Enum, Options: []string{"New Record Page", "Record Page", "Home Page", "App Page"}, Required: true},
			{Name: "object", Title: "Object", Type: schema.ObjectName, Indexed: true},
			{Name: "slug", Title: "Slug", Type: schema.Text, Indexed: true, MaxLength: 200, HelpText: "The last part of its address"},
			{Name: "app", Title: "App", Type: schema.Lookup, Target: "app", Indexed: true},
			{Name: "active", Title: "Active", Type: schema.Boolean, Default: true},
			{Name: "page_version", Title: "Page Version", Type: schema.Integer},
			{Name: "data", Title: "Components", Type: schema.JSON},
		},
	}
}
