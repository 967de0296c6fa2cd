package chat

import (
	"switchboard/actors/feature"
	"switchboard/storage/schema"
)

// Feature declares chats between colleagues.
var Feature = feature.Feature{Name: "chat", Objects: []*schema.Object{chatObject(), messageObject()}}
