package conversations

import "switchboard/storage/schema"

// The states of a scheduled text.
const (
	scheduledWaits     = "scheduled"
	scheduledSent      = "sent"
	scheduledCancelled = "cancelled"
	scheduledFailed    = "failed"
)

const scheduledObject = "scheduled_text"

// scheduled is a text that is sent at a later time. Commands change it, and its effect.
func scheduled() *schema.Object {
	return &schema.Object{
		APIName: scheduledObject, Title: "Scheduled Text", Kept: "What was written to contacts is kept: cancel it instead.", Making: "schedule texts",
		Live: true, Role: schema.Part, Route: schema.RouteRule{Thread: "conversation"},
		Fields: []*schema.Field{
			{Name: "name", Title: "Name", Type: schema.Text, Indexed: true},
			{Name: "conversation", Title: "Conversation", Type: schema.Lookup, Target: "twilio_conversation", Indexed: true, Required: true, ReadOnly: true, Erased: &schema.Erased{Whole: true}},
			{Name: "body", Title: "Body", Type: schema.TextArea, ReadOnly: true, MaxLength: MaxBody},
			{Name: "files", Title: "Files", Type: schema.LookupList, Target: "file", ReadOnly: true},
			{Name: "send_at", Title: "Send At", Type: schema.DateTime, ReadOnly: true, Indexed: true},
			{Name: "time_zone", Title: "Time Zone", Type: schema.Text, ReadOnly: true, HelpText: "The zone in which the time was chosen"},
			{Name: "state", Title: "State", Type: schema.Enum, Options: []string{scheduledWaits, scheduledSent, scheduledCancelled, scheduledFailed}, Default: scheduledWaits, ReadOnly: true, Indexed: true},
			{Name: "reason", Title: "Why It Failed", Type: schema.Text, ReadOnly: true},
			{Name: "message", Title: "Message", Type: schema.Lookup, Target: "twilio_message", ReadOnly: true},
			{Name: "round", Title: "Round", Type: schema.Integer, ReadOnly: true, Internal: true, Untracked: true, HelpText: "Names the effect that sends it: each change has another"},
			{Name: "user", Title: "User", Type: schema.Lookup, Target: "user", ReadOnly: true},
		},
	}
}
