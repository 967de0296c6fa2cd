package organizations

import (
	"switchboard/actors/feature"
	"switchboard/storage/schema"
)

// Feature declares how an organization is set.
var Feature = feature.Feature{Name: "organizations", Objects: []*schema.Object{organizationObject()}}
