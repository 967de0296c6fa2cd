package chat

import (
	"context"
	"encoding/json"

	"switchboard/actors/feature"
	"switchboard/actors/sight"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

const (
	// Page is the number of messages on the first page of a chat.
	Page = 25
	// maxBadges bounds the chats that badge reads.
	badges = 1000
)

// Snapshot is the state of a chat with its newest messages, the newest first.
type Snapshot struct {
	Chat     entry.Fields   `json:"chat"`
	Messages []entry.Fields `json:"messages"`
	Older    bool           `json:"older"` // there are earlier messages
}

func snapshot(ctx context.Context, r feature.Reader, p *access.Principal, chat id.ID) (any, error) {
	var s Snapshot
	var err error
	if s.Chat, err = sight.Shown(ctx, r, p, "chat", chat); err != nil {
		return nil, err
	}
	// Replies have no number, unless they are messages of the chat, too.
	s.Messages, s.Older, err = sight.Parts(ctx, r, p, "chat", row.ReadRequest{
		Object: "chat_message", Limit: Page + 1,
		Where: []row.Condition{{Field: "chat", Operator: "=", Value: chat}, {Field: "number", Operator: ">", Value: int64(0)}},
		Order: []row.Order{{Field: "number", Descending: true}},
	})
	s.Messages, s.Older = s.Messages[:min(Page, len(s.Messages))], s.Older && len(s.Messages) > 0
	return s, err
}

// badge reads the principal's unread counts of open chats.
func badge(ctx context.Context, r feature.Reader, p *access.Principal) (map[id.ID]int64, error) {
	chats, err := sight.List(ctx, r, p, row.ReadRequest{
		Object: "chat", Limit: badges,
		Where: []row.Condition{{Field: "status", Operator: "!=", Value: "Closed"}, {Field: "members", Operator: "CONTAINS", Value: p.User}},
		Order: []row.Order{{Field: "last_message_at", Descending: true}},
	})
	out := map[id.ID]int64{}
	for _, c := range chats {
		var chat id.ID
		var by map[id.ID]int64
		if json.Unmarshal(c["id"], &chat) == nil && json.Unmarshal(c["unread_messages"], &by) == nil && by[p.User] > 0 {
			out[chat] = by[p.User]
		}
	}
	return out, err
}
