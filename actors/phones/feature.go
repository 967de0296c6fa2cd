package phones

import (
	"switchboard/actors/feature"
	"switchboard/storage/schema"
)

// Feature declares the organization's phone numbers and what it has at the provider.
var Feature = feature.Feature{Name: "phones", Objects: []*schema.Object{phoneObject(), serviceObject(), applicationObject(), keyObject()}}
