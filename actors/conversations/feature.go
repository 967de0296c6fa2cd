package conversations

import (
	"switchboard/actors/feature"
	"switchboard/storage/schema"
)

// Feature declares text messages with contacts, and their consent.
var Feature = feature.Feature{Name: "conversations", Objects: []*schema.Object{conversationObject(), participantObject(), messageObject(), consentObject()}}
