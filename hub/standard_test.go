package hub_test

import (
	"switchboard/actors/features"
	"switchboard/hub/topic"
)

// standard holds the topics of the objects that every organization has.
var standard = topic.New(features.Registry())
