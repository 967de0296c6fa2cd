package calls

import (
	"switchboard/actors/feature"
	"switchboard/storage/schema"
)

// Feature declares phone calls.
var Feature = feature.Feature{Name: "calls", Objects: []*schema.Object{callObject()}}
