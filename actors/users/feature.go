package users

import (
	"switchboard/actors/feature"
	"switchboard/storage/schema"
)

// Feature declares the people of an organization.
var Feature = feature.Feature{Name: "users", Objects: []*schema.Object{userObject(), teamObject()}}
