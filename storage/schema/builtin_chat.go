package schema

func chat() *Object {
	return &Object{
		APIName: "chat", Title: "Chat", Live: true, Role: Thread, Topic: "chat",
		Route: RouteRule{Members: "members", Thread: "id", Private: "private"},
		Base:  []Grant{{Relation: ToMember, Update: []string{"name", "status", "members", "topic"}}},
		Mine: &Mine{ // a closed one has no badge
			Changes: []string{"status", "last_number", "read_numbers"}, Shows: []string{"status", "unread_messages", "last_number", "read_numbers"},
		},
		Fields: []*Field{
			{Name: "name", Title: "Name", Type: Text, Required: true},
			{Name: "status", Title: "Status", Type: Enum, Options: []string{"Open", "Closed"}, Default: "Open"},
			{Name: "members", Title: "Members", Type: LookupList, Target: "user"},
			{Name: "private", Title: "Private", Type: Boolean, Default: false},
			{Name: "topic", Title: "Topic", Type: Text},
			{Name: "last_message", Title: "Last Message", Type: Text, ReadOnly: true},
			{Name: "last_message_at", Title: "Last Message At", Type: DateTime, ReadOnly: true, Indexed: true},
			{Name: "last_number", Title: "Last Number", Type: Integer, Default: int64(0), ReadOnly: true},
			{Name: "read_numbers", Title: "Read Numbers", Type: JSON, ReadOnly: true},
			{Name: "unread_messages", Title: "Unread", Type: JSON, Derived: &Derivation{
				From: []string{"last_number", "members", "read_numbers"}, Compute: unreadByMember,
			}, Command: read()},
		},
	}
}

func chatMessage() *Object {
	return &Object{
		APIName: "chat_message", Kept: "What was said stands: a chat message is not taken back.", Title: "Chat Message", Live: true, Role: Part, Feed: true,
		Route:      RouteRule{Owner: "user", Thread: "chat", Inherit: "chat"},
		Base:       []Grant{{Relation: ToMember}},
		BaseCreate: []string{"name", "chat", "body", "direction", "client_id"}, // what one says in one's chats
		Fields: []*Field{
			{Name: "chat", Title: "Chat", Type: Lookup, Target: "chat", Required: true, Indexed: true},
			{Name: "number", Title: "Number", Type: Integer, ReadOnly: true, HelpText: "Place in the thread, from 1, without holes"},
			{Name: "body", Title: "Body", Type: RichText, Required: true},
			{Name: "direction", Title: "Direction", Type: Enum, Options: []string{"Outgoing"}, Default: "Outgoing"},
			{Name: "user", Title: "User", Type: Lookup, Target: "user", ReadOnly: true},
			{Name: "client_id", Title: "Client Id", Type: Text, Unique: true, UniquePer: "user"},
		},
	}
}
