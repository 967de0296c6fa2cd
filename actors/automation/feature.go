package automation

import (
	"switchboard/actors/feature"
	"switchboard/storage/schema"
)

// Feature declares triggers and functions.
var Feature = feature.Feature{Name: "automation", Objects: []*schema.Object{functionObject(), recordTrigger(), scheduleTrigger(), apiTrigger()}}
