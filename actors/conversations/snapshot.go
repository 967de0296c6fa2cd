package conversations

import (
	"context"
	"encoding/json"

	"switchboard/actors/feature"
	"switchboard/actors/sight"
	"switchboard/actors/thread"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

const (
	// Page is the number of texts on the first page of a conversation.
	Page            = 10
	maxParticipants = 100
	// maxBadges bounds the conversations that badge reads.
	maxBadges = 1000
)

// Snapshot is the state of a conversation with its newest texts, the newest first.
type Snapshot struct {
	Conversation entry.Fields   `json:"conversation"`
	Participants []entry.Fields `json:"participants"`
	Messages     []entry.Fields `json:"messages"`
	Older        bool           `json:"older"` // there are earlier texts
}

func snapshot(ctx context.Context, r feature.Reader, p *access.Principal, conversation id.ID) (any, error) {
	var s Snapshot
	var err error
	if s.Conversation, err = sight.Shown(ctx, r, p, "twilio_conversation", conversation); err != nil {
		return nil, err
	}
	if s.Messages, s.Older, err = thread.Newest(ctx, r, p, "twilio_message", "conversation", conversation, Page); err != nil {
		return nil, err
	}
	s.Participants, _, err = sight.Parts(ctx, r, p, "conversation", row.ReadRequest{
		Object: "twilio_participant", Limit: maxParticipants,
		Where: []row.Condition{{Field: "conversation", Operator: "=", Value: conversation}}, Order: []row.Order{{Field: "id"}},
	})
	return s, err
}

// badge reads the team's unread counts of conversations that the principal may see.
func badge(ctx context.Context, r feature.Reader, p *access.Principal) (map[id.ID]int64, error) {
	found, err := sight.List(ctx, r, p, row.ReadRequest{
		Object: "twilio_conversation", Limit: maxBadges,
		Where: []row.Condition{{Field: "unread_messages", Operator: ">", Value: int64(0)}},
		Order: []row.Order{{Field: "last_message_at", Descending: true}},
	})
	out := map[id.ID]int64{}
	for _, c := range found {
		var conversation id.ID
		var count int64
		if json.Unmarshal(c["id"], &conversation) == nil && json.Unmarshal(c["unread_messages"], &count) == nil && count > 0 {
			out[conversation] = count
		}
	}
	return out, err
}
