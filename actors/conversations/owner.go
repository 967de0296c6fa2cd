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

// Create sends a text; conversations and participants come from the provider.
func (o Owner) Create(ctx context.Context, p *access.Principal, object string, set row.Fields, command string) (id.ID, error) {
	if object != "twilio_message" {
		return "", fault.New(fault.Invalid, "This record is made by the phone provider.")
	}
	body, _ := set["body"].(string)
	client, _ := set["client_id"].(string)
	sending, err := o.Service.Send(ctx, p, row.Record{Fields: set}.Lookup("conversation"), body, client, command)
	return sending.ID, err
}

// Patch changes a conversation, or marks a message read.
func (o Owner) Patch(ctx context.Context, p *access.Principal, object string, record id.ID, set row.Fields, expect int64, command string) ([]string, error) {
	switch object {
	case "twilio_conversation":
		return o.Service.Patch(ctx, p, record, set, expect, command)
	case "twilio_message":
		var ignored []string
		for name := range set {
			if name != "read" {
				ignored = append(ignored, name)
			}
		}
		if read, ok := set["read"].(bool); !ok || !read {
			return ignored, nil
		}
		return ignored, o.Service.MarkMessage(ctx, p, record, command)
	default:
		return nil, fault.New(fault.Forbidden, "This record can't be changed.")
	}
}

// Remove refuses: what was written with customers is kept.
func (Owner) Remove(context.Context, *access.Principal, string, id.ID, int64, string) error {
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
