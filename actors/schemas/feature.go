package schemas

import (
	"switchboard/actors/feature"
	"switchboard/storage/schema"
)

// Feature declares the objects of organizations.
var Feature = feature.Feature{Name: "schemas", Objects: []*schema.Object{{
	APIName: "schema", Title: "Schema", Role: schema.Definition, Internal: true,
	Kept: "The records of an object may be needed though nobody adds to them.",
	Fields: []*schema.Field{
		{Name: "api_name", Title: "API Name", Type: schema.Text, Required: true, Unique: true, ReadOnly: true},
		{Name: schema.DifferenceField, Title: "Change", Type: schema.JSON, ReadOnly: true, MaxBytes: 2 << 20, HelpText: "What the audit tells of a change of it"},
		{Name: schema.DefinitionField, Title: "Definition", Type: schema.JSON, Required: true, ReadOnly: true, Internal: true, MaxBytes: 1 << 20},
	},
}}, Jobs: []feature.Job{job()}, Start: start}

func start(h *feature.Host) feature.Running {
	service := New(feature.Need[Store](h), feature.Need[Jobs](h), feature.Need[Settings](h))
	h.Offer(service)
	return feature.Running{Service: service}
}
