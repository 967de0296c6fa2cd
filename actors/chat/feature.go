package chat

import (
	"context"
	"slices"

	"switchboard/actors/feature"
	"switchboard/actors/thread"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/schema"
)

// Feature declares chats between colleagues.
var Feature = feature.Feature{
	Name:    "chat",
	Objects: []*schema.Object{chatObject(), messageObject()},
	Commands: slices.Concat([]feature.Command{
		feature.Do(feature.Command{Of: "a chat", Route: feature.Route{Method: "POST", Path: "/chat/{id}/read", Status: 204}}, read),
		feature.Do(feature.Command{Of: "a chat", Route: feature.Route{Method: "POST", Path: "/chat/{id}/unread", Status: 204}}, unreadFrom),
		feature.Do(feature.Command{Of: "a user", Route: feature.Route{Method: "POST", Path: "/chat/direct", Status: 200, Shows: "chat"}}, direct),
		feature.Do(feature.Command{Of: "a chat", Route: feature.Route{Method: "POST", Path: "/chat/help", Status: 200, Shows: "chat"}}, help),
	}, amendments()),
	Snapshots: []feature.Snapshot{{Object: "chat", Read: snapshot}},
	Badges:    []feature.Badge{{Key: "chats", Read: badge}},
	Notices:   []feature.Notice{{Object: "chat_message", Read: written}},
	Crosses: map[string]any{
		"chat.create":      Create{},
		"chat.patch":       Patch{},
		"chat.post":        Post{},
		"chat.mark_read":   MarkRead{},
		"chat.mark_unread": MarkUnread{},
		"chat.edit":        Edit{},
		"chat.delete":      Delete{},
		"chat.react":       React{},
		"chat.pin":         Pin{},
		"chat.remove":      Remove{},
		"chat.replies":     ReadReplies{},
		"chat.ref":         Ref{},
	},
	Start: start,
}

// Commands is the interface of Service that client commands on chats use.
type Commands interface {
	UnreadChat(ctx context.Context, p *access.Principal, chat id.ID, number int64, command string) error
	ReadChat(ctx context.Context, p *access.Principal, r thread.Reading) error
	Direct(ctx context.Context, p *access.Principal, with id.ID, command string) (Ref, error)
	Help(ctx context.Context, p *access.Principal, command string) (Ref, error)
}

func read(ctx context.Context, d Commands, p *access.Principal, in thread.Reading) (struct{}, error) {
	return struct{}{}, d.ReadChat(ctx, p, in)
}

// Unreading is the input that marks a chat unread from the message with a number on.
type Unreading struct {
	ID     id.ID `json:"id"`
	Number int64 `json:"number"`
	feature.Given
}

func unreadFrom(ctx context.Context, d Commands, p *access.Principal, in Unreading) (struct{}, error) {
	if in.Number < 1 {
		return struct{}{}, fault.Field("number", "number must be that of a message of the chat, from 1")
	}
	return struct{}{}, d.UnreadChat(ctx, p, in.ID, in.Number, in.Command)
}
