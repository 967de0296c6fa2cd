package topics

import (
	"context"
	"encoding/json"

	"switchboard/hub"
	"switchboard/hub/topic"
	"switchboard/hub/wire"
	"switchboard/storage/access"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// badgeThreads bounds the threads whose unread count is looked at.
const badgeThreads = 1000

// me reads the state of the topic me: the user, his rights, and what he has not
// read.
func me(r Reader) hub.Snapshot {
	return func(ctx context.Context, p *access.Principal, _ topic.Topic) (json.RawMessage, error) {
		user, err := one(ctx, r, p, "user", p.User)
		if err != nil {
			return nil, err
		}
		badges, err := badges(ctx, r, p)
		if err != nil {
			return nil, err
		}
		return encode(wire.MeSnapshot{User: user, Rights: Rights(p), Badges: badges})
	}
}

// Rights tell what the principal may do, by object.
func Rights(p *access.Principal) map[string]wire.Rights {
	out := map[string]wire.Rights{}
	for _, o := range p.Registry().Objects() {
		if r := p.Rights(o.APIName); r != nil {
			out[o.APIName] = wire.Rights{Create: r.Create, Read: r.Readable() != nil, Update: r.MayUpdate(), Delete: r.MayDelete()}
		}
	}
	return out
}

func badges(ctx context.Context, r Reader, p *access.Principal) (wire.Badges, error) {
	out := wire.Badges{Conversations: map[id.ID]int64{}, Chats: map[id.ID]int64{}}
	conversations, err := read(ctx, r, p, row.ReadRequest{
		Object: "twilio_conversation", Limit: badgeThreads,
		Where: []row.Condition{{Field: "unread_messages", Operator: ">", Value: int64(0)}},
		Order: []row.Order{{Field: "last_message_at", Descending: true}},
	})
	if err != nil {
		return out, err
	}
	for _, c := range conversations {
		var unread int64
		if json.Unmarshal(c["unread_messages"], &unread) == nil && unread > 0 {
			out.Conversations[idOf(c["id"])] = unread
		}
	}
	chats, err := read(ctx, r, p, row.ReadRequest{
		Object: "chat", Limit: badgeThreads,
		Where: []row.Condition{{Field: "status", Operator: "!=", Value: "Closed"}, {Field: "members", Operator: "CONTAINS", Value: p.User}},
		Order: []row.Order{{Field: "last_message_at", Descending: true}},
	})
	if err != nil {
		return out, err
	}
	for _, c := range chats {
		var unread map[id.ID]int64
		if json.Unmarshal(c["unread_messages"], &unread) == nil && unread[p.User] > 0 {
			out.Chats[idOf(c["id"])] = unread[p.User]
		}
	}
	return out, nil
}

func idOf(raw json.RawMessage) id.ID {
	var i id.ID
	if json.Unmarshal(raw, &i) != nil {
		return ""
	}
	return i
}
