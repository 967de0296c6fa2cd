package notes

import (
	"switchboard/actors/feature"
	"switchboard/storage/schema"
)

// Feature declares notes on any record.
var Feature = feature.Feature{Name: "notes", Objects: []*schema.Object{noteObject()}}
