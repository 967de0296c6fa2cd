package conversations

import (
	"context"

	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Owner is the owner of twilio_conversation, twilio_participant and twilio_message
// records behind the generic routes (actors/records).
type Owner struct{ Service *Service }

// Create rejects: texts are created by sending them; conversations and participants
// come from the provider.
func (Owner) Create(_ context.Context, _ *access.Principal, object string, _ []row.ChangeRequest) ([]id.ID, error) {
	if object == scheduledObject {
		return nil, fault.New(fault.Invalid, "Schedule a text with POST v1/twilio/scheduled.")
	}
	if object == "twilio_message" {
		return nil, fault.New(fault.Invalid, "A text is made by sending it: POST v1/twilio/message.")
	}
	return nil, fault.New(fault.Invalid, "This record is made by the phone provider.")
}

// Patch changes conversations or marks messages as read.
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

// Remove rejects: conversations with customers are kept.
func (Owner) Remove(context.Context, *access.Principal, string, []row.ChangeRequest) error {
	return fault.New(fault.Conflict, "Conversations with contacts can't be deleted.")
}
