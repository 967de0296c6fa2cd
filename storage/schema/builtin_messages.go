package schema

func twilioConversation() *Object {
	return &Object{
		APIName: "twilio_conversation", Located: true, Kept: "Conversations with contacts are kept: close it instead.", Title: "Twilio Conversation", Live: true, Route: RouteRule{Owner: "assigned_user", Thread: "id"},
		Role: Thread, Topic: "conversation",
		Mine: &Mine{Changes: []string{"last_number", "read_number"}, Shows: []string{"unread_messages", "last_number", "read_number"}},
		Fields: []*Field{
			{Name: "sid", Title: "Provider Id", Type: Text, Unique: true, ReadOnly: true},
			{Name: "type", Title: "Type", Type: Enum, Options: []string{"group", "other"}, Default: "other", ReadOnly: true},
			{Name: "chat_service_sid", Title: "Service Id", Type: Text, ReadOnly: true},
			{Name: "friendly_name", Title: "Friendly Name", Type: Text},
			{Name: "contacts", Title: "Contacts", Type: LookupList, Target: "contact", ReadOnly: true},
			{Name: "contact_phones", Title: "Contact Phones", Type: MultiList, ReadOnly: true},
			{Name: "state", Title: "State", Type: Enum, Options: []string{"initializing", "inactive", "active", "closed"}, Default: "active", ReadOnly: true},
			{Name: "state_at", Title: "State At", Type: DateTime, ReadOnly: true, Internal: true, HelpText: "When the provider changed the state: an older change that comes later is void"},
			{Name: "assigned_user", Title: "Assigned User", Type: Lookup, Target: "user"},
			{Name: "phone", Title: "Our Number", Type: Lookup, Target: "twilio_phone", ReadOnly: true},
			{Name: "last_message", Title: "Last Message", Type: Text, ReadOnly: true, HelpText: "The newest text, cut at 160 characters"},
			{Name: "last_message_at", Title: "Last Message At", Type: DateTime, ReadOnly: true, Indexed: true},
			{Name: "last_number", Title: "Last Number", Type: Integer, Default: int64(0), ReadOnly: true},
			{Name: "read_number", Title: "Read Number", Type: Integer, Default: int64(0), ReadOnly: true},
			{Name: "unread_messages", Title: "Unread", Type: Integer, Derived: &Derivation{
				From: []string{"last_number", "read_number"}, Compute: unreadOfTeam,
				Expression: "greatest(0, coalesce(last_number, 0) - coalesce(read_number, 0))",
			}, Command: read()},
		},
	}
}

func twilioParticipant() *Object {
	return &Object{
		APIName: "twilio_participant", Kept: "Conversations with contacts are kept, and who took part in them.", Title: "Twilio Participant", Live: true, Role: Part, Route: RouteRule{Thread: "conversation"},
		Fields: []*Field{
			{Name: "sid", Title: "Provider Id", Type: Text, Unique: true, ReadOnly: true},
			{Name: "contact", Title: "Contact", Type: Lookup, Target: "contact", Indexed: true, ReadOnly: true},
			{Name: "conversation", Title: "Conversation", Type: Lookup, Target: "twilio_conversation", Indexed: true, ReadOnly: true},
			{Name: "conversation_sid", Title: "Conversation Provider Id", Type: Text, Indexed: true, ReadOnly: true},
			{Name: "messaging_binding", Title: "Messaging Binding", Type: JSON, ReadOnly: true},
			{Name: "identity", Title: "Identity", Type: Text, ReadOnly: true},
			{Name: "attributes", Title: "Attributes", Type: Text, ReadOnly: true, HelpText: "JSON text: contact id, user id, phone"},
			{Name: "chat_service_sid", Title: "Service Id", Type: Text, ReadOnly: true},
		},
	}
}

func twilioMessage() *Object {
	return &Object{
		APIName: "twilio_message", Kept: "What was written with contacts is kept.", Title: "Twilio Message", Live: true, Role: Part, Feed: true, Route: RouteRule{Thread: "conversation"},
		Fields: []*Field{
			{Name: "sid", Title: "Provider Id", Type: Text, Unique: true, ReadOnly: true},
			{Name: "conversation", Title: "Conversation", Type: Lookup, Target: "twilio_conversation", Indexed: true, Required: true, ReadOnly: true},
			{Name: "number", Title: "Number", Type: Integer, ReadOnly: true, HelpText: "Place in the thread, from 1, without holes"},
			{Name: "body", Title: "Body", Type: TextArea, ReadOnly: true},
			{Name: "direction", Title: "Direction", Type: Enum, Options: []string{"incoming", "outgoing"}, ReadOnly: true},
			{Name: "read", Title: "Read", Type: Boolean, Default: false},
			{Name: "media", Title: "Media", Type: JSON, ReadOnly: true},
			{Name: "chat_service_sid", Title: "Service Id", Type: Text, ReadOnly: true},
			{Name: "user_name", Title: "User Name", Type: Text, ReadOnly: true},
			{Name: "contact_name", Title: "Contact Name", Type: Text, ReadOnly: true},
			{Name: "contact", Title: "Contact", Type: Lookup, Target: "contact", ReadOnly: true},
			{Name: "user", Title: "User", Type: Lookup, Target: "user", ReadOnly: true},
			{Name: "phone", Title: "Our Number", Type: Lookup, Target: "twilio_phone", ReadOnly: true},
			{Name: "delivery", Title: "Delivery", Type: JSON, ReadOnly: true, HelpText: "{total, sent, delivered, read, failed, undelivered}: counts as none, some, all"},
			{Name: "receipts", Title: "Receipts", Type: JSON, ReadOnly: true, Internal: true},
			{Name: "error_code", Title: "Error Code", Type: Integer, ReadOnly: true},
			{Name: "error_text", Title: "Error", Type: Text, ReadOnly: true},
			{Name: "sending", Title: "Sending", Type: Enum, Options: []string{"waiting", "cancelled"}, ReadOnly: true, HelpText: "waiting: a try to send it failed and is repeated; cancelled: it was taken back before it was sent"},
			{Name: "sending_text", Title: "Why It Waits", Type: Text, ReadOnly: true},
			{Name: "client_id", Title: "Client Id", Type: Text, Unique: true, UniquePer: "user", ReadOnly: true},
		},
	}
}
