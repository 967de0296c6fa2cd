package analytics

import (
	"encoding/json"

	"switchboard/actors/feature"
	"switchboard/storage/schema"
)

// Feature declares reports, dashboards and queries.
var Feature = feature.Feature{Name: "analytics", Objects: []*schema.Object{reportObject(), dashboardObject(), queryObject()}}

func name() *schema.Field {
	return &schema.Field{Name: "name", Title: "Name", Type: schema.Text, Required: true, Indexed: true}
}

func reportObject() *schema.Object {
	return &schema.Object{
		APIName: "report", Title: "Report", Search: []string{"name"}, Columns: []string{"object", "live", "owner", "modified_date"},
		Fields: []*schema.Field{
			name(),
			{Name: "object", Title: "Object", Type: schema.ObjectName, Required: true, Indexed: true},
			{Name: "chart_settings", Title: "Chart", Type: schema.JSON, MaxBytes: 32 << 10, Shape: schema.Shape{
				"chartType": nil, "x": nil, "y": nil, "field": nil, "aggregate": nil, "summarizeBy": nil, "groupByDateTime": nil, "series": nil,
				"sort": nil, "order": nil, "limit": nil,
			}},
			{Name: "query", Title: "Query", Type: schema.JSON, MaxBytes: 64 << 10, Shape: schema.Shape{"query": nil, "filters": nil, "comparison": nil}},
			{Name: "live", Title: "Live", Type: schema.Boolean, Default: false},
			{Name: "thresholds", Title: "Thresholds", Type: schema.JSON, MaxBytes: 4 << 10},
		},
	}
}

func dashboardObject() *schema.Object {
	return &schema.Object{
		APIName: "dashboard", Title: "Dashboard", Search: []string{"name"}, Columns: []string{"visibility", "refresh_seconds", "owner", "modified_date"},
		Route: schema.RouteRule{Shared: "visibility"},
		Fields: []*schema.Field{
			{Name: "name", Title: "Name", Type: schema.Text, Required: true, Indexed: true, Default: "New Dashboard"},
			{Name: "layout", Title: "Layout", Type: schema.JSON, MaxBytes: 64 << 10, Default: firstTile, HelpText: "[{i, x, y, w, h, static}]"},
			{Name: "layout_items", Title: "Tiles", Type: schema.JSON, MaxBytes: 128 << 10, HelpText: "[{i, component}]"},
			{Name: "refresh_seconds", Title: "Refreshes Every", Type: schema.Integer, Unit: "seconds"},
			{
				Name: "visibility", Title: "Visible to", Type: schema.Enum, Indexed: true, Default: schema.SharedWithOrganization,
				Options: []string{schema.SharedWithNobody, schema.SharedWithTeam, schema.SharedWithOrganization},
				Labels: []schema.Option{
					{Value: schema.SharedWithNobody, Label: "Its owner", Active: true},
					{Value: schema.SharedWithTeam, Label: "The teams of its owner", Active: true},
					{Value: schema.SharedWithOrganization, Label: "Everybody", Active: true},
				},
			},
		},
	}
}

// firstTile is the layout of a new dashboard.
var firstTile = json.RawMessage(`[{"i":"c-0","x":0,"y":0,"w":2,"h":1,"static":false}]`)

// queryObject is a query as its author wrote it.
func queryObject() *schema.Object {
	return &schema.Object{
		APIName: "report_sql", Title: "Report SQL", Plural: "Report SQL", SuperuserOnly: true, Search: []string{"name"},
		Columns: []string{"object", "owner", "modified_date"},
		Fields: []*schema.Field{
			name(),
			{Name: "object", Title: "Object", Type: schema.ObjectName, Indexed: true},
			{Name: "query", Title: "Query", Type: schema.Code},
		},
	}
}
