package conversations

import (
	"context"

	"switchboard/actors/feature"
	"switchboard/storage/entry"
)

// texted notifies subscribers of a conversation of its texts. It quotes nothing: what a contact
// wrote is read in the conversation.
func texted(_ context.Context, _ feature.NoticeReader, e *entry.Entry) ([]feature.Happening, error) {
	if e.Op != entry.Created {
		return nil, nil
	}
	of := func(kind string) feature.Happening {
		return feature.Happening{Kind: kind, Object: "twilio_conversation", Record: e.Route.After.Thread}
	}
	if string(e.After["direction"]) == `"outgoing"` {
		return []feature.Happening{of("SMS Outbound")}, nil
	}
	return []feature.Happening{of("Inbound SMS Alert"), of("Twilio Conversation Unread Messages")}, nil
}
