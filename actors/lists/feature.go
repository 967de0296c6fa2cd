package lists

import (
	"switchboard/actors/feature"
	"switchboard/storage/schema"
)

// Feature declares saved filters. One is its owner's, who shows it to his teams, or to all who
// may read filters; nobody sees one of an object of which he may read nothing.
var Feature = feature.Feature{Name: "lists", Objects: []*schema.Object{{
	APIName: "list_filter", Title: "List Filter", Search: []string{"name"},
	Columns: []string{"object", "visibility", "owner", "modified_date"},
	Route:   schema.RouteRule{Shared: "visibility", About: "object"},
	Fields: []*schema.Field{
		{Name: "name", Title: "Name", Type: schema.Text, Required: true, Indexed: true},
		{Name: "object", Title: "Object", Type: schema.ObjectName, Required: true, Indexed: true},
		{Name: "filters", Title: "Filters", Type: schema.JSON, MaxBytes: 64 << 10, HelpText: "Rows of {field, subField, operator, value, dataType}"},
		{
			Name: "visibility", Title: "Visible to", Type: schema.Enum, Indexed: true, Default: schema.SharedWithNobody,
			Options: []string{schema.SharedWithNobody, schema.SharedWithTeam, schema.SharedWithOrganization},
			Labels: []schema.Option{
				{Value: schema.SharedWithNobody, Label: "Its owner", Active: true},
				{Value: schema.SharedWithTeam, Label: "The teams of its owner", Active: true},
				{Value: schema.SharedWithOrganization, Label: "Everybody", Active: true},
			},
		},
		{Name: "query", Title: "Query", Type: schema.TextArea},
		{Name: "settings", Title: "Settings", Type: schema.JSON, MaxBytes: 64 << 10, Shape: schema.Shape{
			"columns": nil, "filters": nil, "comparison": nil, "availableFields": nil, "sqlQuery": nil, "query": nil,
			"showFilters": nil, "displayMode": nil, "page": nil, "maxPageSize": nil, "maxRecords": nil, "totalRecords": nil,
			"orderBy":        {"object": nil, "field": nil, "order": nil, "limit": nil, "offset": nil},
			"kanbanSettings": {"columns": nil, "swimLanes": nil, "cardFields": nil, "columnColors": nil, "sum": nil},
		}},
	},
}}}
