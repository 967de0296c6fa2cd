package contacts

import (
	"switchboard/actors/feature"
	"switchboard/storage/schema"
)

// Feature declares whom the organization deals with.
var Feature = feature.Feature{Name: "contacts", Objects: []*schema.Object{contactObject()}}
