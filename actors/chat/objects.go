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
			Changes: []string{"status", "last_number", "read_numbers", "unread_replies"},
			Shows:   []string{"status", "unread_messages", "last_number", "read_numbers", "unread_replies"},
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
			{Name: "unread_replies", Title: "Unread Replies", Type: schema.JSON, ReadOnly: true, Untracked: true, HelpText: "Counts by member and message"},
			{Name: "unread_messages", Title: "Unread", Type: schema.JSON, Derived: &schema.Derivation{
				How: schema.UnreadByMember, From: []string{"last_number", "members", "read_numbers", "unread_replies"},
			}, Command: &schema.Command{Only: "0"}},
		}),
	}
}

func messageObject() *schema.Object {
	return &schema.Object{
		APIName: "chat_message", Kept: "A chat message keeps its place. Its author can delete what it says.", Title: "Chat Message", Search: []string{"body"}, Making: "write in chats", Live: true, Role: schema.Part, Feed: true,
		Route:      schema.RouteRule{Owner: "user", Thread: "chat", Inherit: "chat"},
		Base:       []schema.Grant{{Relation: schema.ToMember}},
		BaseCreate: []string{"name", "chat", "body", "direction", "client_id", "mentions", "mentions_here", "parent", "in_chat", "files"}, // the fields of a member's own message
		Fields: []*schema.Field{
			{Name: "chat", Title: "Chat", Type: schema.Lookup, Target: "chat", Required: true, Indexed: true},
			thread.Number(),
			{Name: "parent", Title: "Reply To", Type: schema.Lookup, Target: "chat_message", Indexed: true, HelpText: "The message that began the thread"},
			{Name: "in_chat", Title: "Also in Chat", Type: schema.Boolean, Default: false, HelpText: "A reply that is shown among the messages of the chat, too"},
			{Name: "reply_number", Title: "Reply Number", Type: schema.Integer, ReadOnly: true, HelpText: "Place of a reply in its thread, from 1"},
			{Name: "reply_count", Title: "Replies", Type: schema.Integer, Default: int64(0), ReadOnly: true, Untracked: true},
			{Name: "last_reply_at", Title: "Last Reply At", Type: schema.DateTime, ReadOnly: true, Untracked: true},
			{Name: "repliers", Title: "Replied", Type: schema.LookupList, Target: "user", ReadOnly: true, Untracked: true, HelpText: "Users who wrote in the thread"},
			{Name: "body", Title: "Body", Type: schema.RichText, MaxLength: maxBody},
			{Name: "files", Title: "Files", Type: schema.LookupList, Target: "file", HelpText: "Files that go with the message"},
			{Name: "media", Title: "Media", Type: schema.JSON, ReadOnly: true, HelpText: "The files with the links to their content"},
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
