package phones

import (
	"switchboard/actors/feature"
	"switchboard/storage/schema"
)

// Feature declares the organization's phone numbers.
var Feature = feature.Feature{Name: "phones", Objects: []*schema.Object{phoneObject()}}
