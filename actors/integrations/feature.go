package integrations

import (
	"switchboard/actors/feature"
	"switchboard/storage/schema"
)

// Feature declares other systems and the credentials for them.
var Feature = feature.Feature{Name: "integrations", Objects: []*schema.Object{integratedApp(), authCredential()}}
