package conversations

import (
	"slices"

	"switchboard/actors/thread"
	"switchboard/storage/schema"
)

func conversationObject() *schema.Object {
	return &schema.Object{
		APIName: "twilio_conversation", Located: true, Kept: "Conversations with contacts are kept: close it instead.", Title: "Text Conversation", Search: []string{"name"}, Live: true, Route: schema.RouteRule{Owner: "assigned_user", Thread: "id"},
		Role: schema.Thread, Topic: "conversation",
		Mine: &schema.Mine{Changes: []string{"last_number", "read_number"}, Shows: []string{"unread_messages", "last_number", "read_number"}},
		Fields: slices.Concat([]*schema.Field{
			{Name: "name", Title: "Name", Type: schema.Text, Indexed: true, Repeats: "contacts"},
			{Name: "sid", Title: "Provider Id", Type: schema.Text, Unique: true, Locates: true, ReadOnly: true},
			{Name: "type", Title: "Type", Type: schema.Enum, Options: []string{"group", "other"}, Default: "other", ReadOnly: true},
			{Name: "chat_service_sid", Title: "Service Id", Type: schema.Text, ReadOnly: true},
			{Name: "friendly_name", Title: "Friendly Name", Type: schema.Text, Repeats: "contacts"},
			{Name: "contacts", Title: "Contacts", Type: schema.LookupList, Target: "contact", ReadOnly: true, Erased: &schema.Erased{
				Whole: true, Blank: []string{"name", "friendly_name", "contact_phones", "pair", "last_message"},
			}},
			{Name: "contact_phones", Title: "Contact Phones", Type: schema.MultiList, Unlabelled: true, ReadOnly: true},
			{Name: "state", Title: "State", Type: schema.Enum, Options: []string{"initializing", "inactive", "active", "closed"}, Default: "active", ReadOnly: true, Command: &schema.Command{}, HelpText: "Write closed to close the conversation"},
			{Name: "state_at", Title: "State At", Type: schema.DateTime, ReadOnly: true, Internal: true, HelpText: "When the provider changed the state: an older change that comes later is void"},
			{Name: "assigned_user", Title: "Assigned User", Type: schema.Lookup, Target: "user"},
			{Name: "work_state", Title: "Work", Type: schema.Enum, Options: []string{workOpen, workSnoozed, workClosed}, Default: workOpen, ReadOnly: true, HelpText: "Closed and snoozed conversations return when the contact writes"},
			{Name: "snoozed_until", Title: "Snoozed Until", Type: schema.DateTime, ReadOnly: true},
			{Name: "phone", Title: "Our Number", Type: schema.Lookup, Target: "twilio_phone", ReadOnly: true},
			// Both numbers of an open conversation, so that no second one can be
			// created.
			{Name: "pair", Title: "Pair", Type: schema.Text, Unique: true, ReadOnly: true, Internal: true},
		}, thread.Fields(), []*schema.Field{
			{Name: "read_number", Title: "Read Number", Type: schema.Integer, Default: int64(0), ReadOnly: true, Untracked: true},
			{Name: "unread_messages", Title: "Unread", Type: schema.Integer, Derived: &schema.Derivation{
				How: schema.Unread, From: []string{"last_number", "read_number"},
				Expression: "greatest(0, coalesce(last_number, 0) - coalesce(read_number, 0))",
			}, Command: &schema.Command{Only: "0"}},
		}),
	}
}

func participantObject() *schema.Object {
	return &schema.Object{
		APIName: "twilio_participant", Kept: "Conversations with contacts are kept, and who took part in them.", Title: "Text Participant", Live: true, Role: schema.Part, Route: schema.RouteRule{Thread: "conversation"},
		Fields: []*schema.Field{
			{Name: "name", Title: "Name", Type: schema.Text, Indexed: true, Repeats: "contact"},
			{Name: "sid", Title: "Provider Id", Type: schema.Text, Unique: true, ReadOnly: true},
			{Name: "contact", Title: "Contact", Type: schema.Lookup, Target: "contact", Indexed: true, ReadOnly: true, Erased: &schema.Erased{Whole: true}},
			{Name: "conversation", Title: "Conversation", Type: schema.Lookup, Target: "twilio_conversation", Indexed: true, ReadOnly: true},
			{Name: "conversation_sid", Title: "Conversation Provider Id", Type: schema.Text, Indexed: true, ReadOnly: true},
			{Name: "messaging_binding", Title: "Messaging Binding", Type: schema.JSON, ReadOnly: true},
			{Name: "identity", Title: "Identity", Type: schema.Text, ReadOnly: true},
			{Name: "attributes", Title: "Attributes", Type: schema.Text, ReadOnly: true, HelpText: "JSON text: contact id, user id, phone"},
			{Name: "chat_service_sid", Title: "Service Id", Type: schema.Text, ReadOnly: true},
		},
	}
}

func messageObject() *schema.Object {
	return &schema.Object{
		APIName: "twilio_message", Kept: "What was written with contacts is kept.", Title: "Text Message", Making: "send texts", Live: true, Role: schema.Part, Feed: true, Timeline: &schema.Timeline{Kind: "text", At: "created_date"}, Route: schema.RouteRule{Thread: "conversation"},
		Fields: []*schema.Field{
			{Name: "name", Title: "Name", Type: schema.Text, Indexed: true, Repeats: "contact"},
			{Name: "sid", Title: "Provider Id", Type: schema.Text, Unique: true, ReadOnly: true},
			{Name: "conversation", Title: "Conversation", Type: schema.Lookup, Target: "twilio_conversation", Indexed: true, Required: true, ReadOnly: true},
			thread.Number(),
			{Name: providerIndex, Title: "Provider Index", Type: schema.Integer, ReadOnly: true, Internal: true, Untracked: true},
			{Name: "body", Title: "Body", Type: schema.TextArea, ReadOnly: true, MaxLength: MaxBody},
			{Name: "direction", Title: "Direction", Type: schema.Enum, Options: []string{"incoming", "outgoing"}, ReadOnly: true},
			{Name: "read", Title: "Read", Type: schema.Boolean, Default: false, Untracked: true},
			{Name: "media", Title: "Media", Type: schema.JSON, ReadOnly: true},
			{Name: "chat_service_sid", Title: "Service Id", Type: schema.Text, ReadOnly: true},
			{Name: "user_name", Title: "User Name", Type: schema.Text, ReadOnly: true},
			{Name: "contact_name", Title: "Contact Name", Type: schema.Text, ReadOnly: true, Repeats: "contact"},
			{Name: "contact", Title: "Contact", Type: schema.Lookup, Target: "contact", ReadOnly: true, Erased: &schema.Erased{
				Blank: []string{"name", "body", "media", "contact_name", "receipts", "error_text", "sending_text"},
			}},
			{Name: "user", Title: "User", Type: schema.Lookup, Target: "user", ReadOnly: true},
			{Name: "phone", Title: "Our Number", Type: schema.Lookup, Target: "twilio_phone", ReadOnly: true},
			{Name: "delivery", Title: "Delivery", Type: schema.JSON, ReadOnly: true, HelpText: "{total, sent, delivered, read, failed, undelivered}: counts as none, some, all", Untracked: true},
			{Name: "receipts", Title: "Receipts", Type: schema.JSON, ReadOnly: true, Internal: true},
			{Name: "error_code", Title: "Error Code", Type: schema.Integer, ReadOnly: true},
			{Name: "error_text", Title: "Error", Type: schema.Text, ReadOnly: true},
			{Name: "sending", Title: "Sending", Type: schema.Enum, Options: []string{"waiting", "cancelled"}, ReadOnly: true, HelpText: "waiting: a try to send it failed and is repeated; cancelled: it was taken back before it was sent", Untracked: true},
			{Name: "sending_text", Title: "Why It Waits", Type: schema.Text, ReadOnly: true, Untracked: true},
			{Name: "client_id", Title: "Client Id", Type: schema.Text, Unique: true, UniquePer: []string{"user"}, ReadOnly: true},
		},
	}
}
