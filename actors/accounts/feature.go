package accounts

import (
	"switchboard/actors/feature"
	"switchboard/storage/schema"
)

// Feature declares who may sign in, and what he may do.
var Feature = feature.Feature{
	Name:    "accounts",
	Objects: []*schema.Object{permissionObject(), sessionObject(), apiKeyObject(), invitationObject()},
	Start:   start,
}
