package conversations

import (
	"context"
	"encoding/json"
	"maps"

	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Owner is the service as the owner of twilio_conversation, twilio_participant and
// twilio_message records behind the generic doors (actors/records).
type Owner struct{ Service *Service }

// Create refuses: a text begins by being sent; conversations and participants come
// from the provider.
func (Owner) Create(_ context.Context, _ *access.Principal, object string, _ []row.ChangeRequest) ([]id.ID, error) {
	if object == "twilio_message" {
		return nil, fault.New(fault.Invalid, "A text is made by sending it: POST v1/twilio/message.")
	}
	return nil, fault.New(fault.Invalid, "This record is made by the phone provider.")
}

// Patch changes conversations, or marks messages read.
func (o Owner) Patch(ctx context.Context, p *access.Principal, object string, rows []row.ChangeRequest) error {
	switch object {
	case "twilio_conversation":
		return o.Service.Patch(ctx, p, rows)
	case "twilio_message":
		return o.Service.MarkMessages(ctx, p, rows)
	default:
		return fault.New(fault.Forbidden, "This record can't be changed.")
	}
}

// Remove refuses: what was written with customers is kept.
func (Owner) Remove(context.Context, *access.Principal, string, []row.ChangeRequest) error {
	return fault.New(fault.Conflict, "Conversations with contacts can't be deleted.")
}

// withoutRead takes the derived command unread_messages: 0 out of a patch.
func withoutRead(set row.Fields) (row.Fields, bool) {
	value, given := set["unread_messages"]
	if !given {
		return set, false
	}
	set = maps.Clone(set)
	delete(set, "unread_messages")
	switch v := value.(type) {
	case int64:
		return set, v == 0
	case float64:
		return set, v == 0
	case json.RawMessage:
		return set, string(v) == "0"
	default:
		return set, false
	}
}
