package hub_test

import (
	"switchboard/hub/topic"
	"switchboard/storage/schema"
)

// standard are the topics of the objects that every organization has.
var standard = topic.New(schema.Builtin())
