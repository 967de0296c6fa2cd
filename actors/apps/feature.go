package apps

import (
	"switchboard/actors/feature"
	"switchboard/storage/schema"
)

// Feature declares apps and their pages.
var Feature = feature.Feature{Name: "apps", Objects: []*schema.Object{appObject(), pageObject()}}
