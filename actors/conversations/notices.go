package conversations

import (
	"context"
	"encoding/json"

	"switchboard/actors/feature"
	"switchboard/storage/entry"
	"switchboard/storage/id"
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

// assigned notifies the new assignee of a conversation.
func assigned(_ context.Context, _ feature.NoticeReader, e *entry.Entry) ([]feature.Happening, error) {
	user := assignedIn(e.After)
	if e.Op != entry.Updated || e.By == "" || user == "" || user == assignedIn(e.Before) {
		return nil, nil
	}
	return []feature.Happening{{Kind: "Assignment", Object: "twilio_conversation", Record: e.ID, To: []id.ID{user}}}, nil
}

// assignedIn returns the assigned user among changed fields, or "".
func assignedIn(fields entry.Fields) id.ID {
	var user struct {
		ID id.ID `json:"id"`
	}
	if raw := fields["assigned_user"]; len(raw) == 0 || json.Unmarshal(raw, &user) != nil {
		return ""
	}
	return user.ID
}
