package topics

import (
	"context"
	"encoding/json"

	"switchboard/hub"
	"switchboard/hub/topic"
	"switchboard/hub/wire"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// The first page of a thread (D2§9): ten texts, twenty-five chat messages.
const (
	textPage     = 10
	chatPage     = 25
	participants = 100
)

func conversation(r Reader) hub.Snapshot {
	return func(ctx context.Context, p *access.Principal, t topic.Topic) (json.RawMessage, error) {
		var s wire.ConversationSnapshot
		var err error
		if s.Conversation, err = one(ctx, r, p, "twilio_conversation", t.ID); err != nil {
			return nil, err
		}
		if s.Messages, s.Older, err = newest(ctx, r, p, "twilio_message", "conversation", t.ID, textPage); err != nil {
			return nil, err
		}
		s.Participants, _, err = partsOf(ctx, r, p, "conversation", row.ReadRequest{
			Object: "twilio_participant", Limit: participants,
			Where: []row.Condition{{Field: "conversation", Operator: "=", Value: t.ID}}, Order: []row.Order{{Field: "id"}},
		})
		if err != nil {
			return nil, err
		}
		return encode(s)
	}
}

func chat(r Reader) hub.Snapshot {
	return func(ctx context.Context, p *access.Principal, t topic.Topic) (json.RawMessage, error) {
		var s wire.ChatSnapshot
		var err error
		if s.Chat, err = one(ctx, r, p, "chat", t.ID); err != nil {
			return nil, err
		}
		if s.Messages, s.Older, err = newest(ctx, r, p, "chat_message", "chat", t.ID, chatPage); err != nil {
			return nil, err
		}
		return encode(s)
	}
}

// newest reads the newest messages of a thread, and tells whether there are older ones:
// a page may hold fewer than its limit because they are long.
func newest(ctx context.Context, r Reader, p *access.Principal, object, thread string, record id.ID, limit int) (messages []entry.Fields, older bool, err error) {
	messages, older, err = partsOf(ctx, r, p, thread, row.ReadRequest{
		Object: object, Limit: limit + 1,
		Where: []row.Condition{{Field: thread, Operator: "=", Value: record}},
		Order: []row.Order{{Field: "number", Descending: true}},
	})
	return messages[:min(limit, len(messages))], older && len(messages) > 0, err
}

func record(r Reader) hub.Snapshot {
	return func(ctx context.Context, p *access.Principal, t topic.Topic) (json.RawMessage, error) {
		fields, err := one(ctx, r, p, t.Object, t.ID)
		if err != nil {
			return nil, err
		}
		return encode(wire.RecordSnapshot{Record: fields})
	}
}
