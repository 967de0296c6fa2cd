package onboarding

import (
	"switchboard/actors/feature"
	"switchboard/storage/schema"
)

// Feature declares onboarding.
var Feature = feature.Feature{
	Name:    "onboarding",
	Objects: []*schema.Object{onboardingObject()},
}
