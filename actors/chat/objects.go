package chat

import (
	"slices"

	"switchboard/actors/thread"
	"switchboard/storage/schema"
)

func chatObject() *schema.Object {
	return &schema.Object{
		APIName: "chat", Title: "Chat", Search: []string{"name"}, Making: "start chats", Live: true, Role: schema.Thread, Topic: "chat",
		Route: schema.RouteRule{Members: "members", Thread: "id", Private: "private"},
		Base:  []schema.Grant{{Relation: schema.ToMember, Update: []string{"name", "status", "members", "topic"}}},
		Mine: &schema.Mine{ // a closed chat has no badge
			Changes: []string{"status", "last_number", "read_numbers"}, Shows: []string{"status", "unread_messages", "last_number", "read_numbers"},
		},
		Fields: slices.Concat([]*schema.Field{
			{Name: "name", Title: "Name", Type: schema.Text, Required: true},
			{Name: "status", Title: "Status", Type: schema.Enum, Options: []string{"Open", "Closed"}, Default: "Open"},
			{Name: "members", Title: "Members", Type: schema.LookupList, Target: "user"},
			{Name: "private", Title: "Private", Type: schema.Boolean, Default: false},
			{Name: "topic", Title: "Topic", Type: schema.Text},
			{Name: "direct", Title: "Direct Message", Type: schema.Boolean, Default: false, ReadOnly: true, HelpText: "Between two people, who stay the same"},
			{Name: "help", Title: "Help Chat", Type: schema.Boolean, Default: false, ReadOnly: true, HelpText: "Between one person and those who run the organization"},
		}, thread.Fields(), []*schema.Field{
			{Name: "read_numbers", Title: "Read Numbers", Type: schema.JSON, ReadOnly: true, Untracked: true},
			{Name: "unread_messages", Title: "Unread", Type: schema.JSON, Derived: &schema.Derivation{
				How: schema.UnreadByMember, From: []string{"last_number", "members", "read_numbers"},
			}, Command: &schema.Command{Only: "0"}},
		}),
	}
}

func messageObject() *schema.Object {
	return &schema.Object{
		APIName: "chat_message", Kept: "A chat message keeps its place. Its author can delete what it says.", Title: "Chat Message", Making: "write in chats", Live: true, Role: schema.Part, Feed: true,
		Route:      schema.RouteRule{Owner: "user", Thread: "chat", Inherit: "chat"},
		Base:       []schema.Grant{{Relation: schema.ToMember}},
		BaseCreate: []string{"name", "chat", "body", "direction", "client_id", "mentions", "mentions_here"}, // the fields of a member's own message
		Fields: []*schema.Field{
			{Name: "chat", Title: "Chat", Type: schema.Lookup, Target: "chat", Required: true, Indexed: true},
			thread.Number(),
			{Name: "body", Title: "Body", Type: schema.RichText, Required: true, MaxLength: maxBody},
			{Name: "mentions", Title: "Mentions", Type: schema.LookupList, Target: "user", HelpText: "Users who are notified by their names in the body"},
			{Name: "mentions_here", Title: "Mentions All", Type: schema.Boolean, Default: false, HelpText: "All members are notified (@here)"},
			{Name: "reactions", Title: "Reactions", Type: schema.JSON, ReadOnly: true, Untracked: true, HelpText: "Users by emoji"},
			{Name: "edited_at", Title: "Edited At", Type: schema.DateTime, ReadOnly: true, HelpText: "The history keeps earlier bodies"},
			{Name: "deleted", Title: "Deleted", Type: schema.Boolean, Default: false, ReadOnly: true, HelpText: "Its author deleted it"},
			{Name: "pinned", Title: "Pinned", Type: schema.Boolean, Default: false, ReadOnly: true, HelpText: "Pinned for everybody in the chat"},
			{Name: "direction", Title: "Direction", Type: schema.Enum, Options: []string{"Outgoing"}, Default: "Outgoing"},
			{Name: "user", Title: "User", Type: schema.Lookup, Target: "user", ReadOnly: true},
			{Name: "client_id", Title: "Client Id", Type: schema.Text, Unique: true, UniquePer: []string{"user"}},
		},
	}
}
