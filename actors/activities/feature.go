package activities

import (
	"switchboard/actors/feature"
	"switchboard/storage/schema"
)

// Feature declares e-mails and events.
var Feature = feature.Feature{Name: "activities", Objects: []*schema.Object{eventObject(), emailObject()}}

// about is the record that one is about, and goes with.
func about() *schema.Field {
	return &schema.Field{Name: "related_to", Title: "Related To", Type: schema.AnyObject, Indexed: true, Erased: &schema.Erased{Whole: true}}
}

func eventObject() *schema.Object {
	return &schema.Object{
		APIName: "event", Title: "Event", RelatesToAnyObject: true, Search: []string{"name"}, Order: "start_date_time",
		Timeline: &schema.Timeline{Kind: "event", At: "start_date_time"},
		Columns:  []string{"start_date_time", "end_date_time", "status", "related_to", "owner"},
		Fields: []*schema.Field{
			{Name: "name", Title: "Name", Type: schema.Text, Required: true, Indexed: true},
			{Name: "status", Title: "Status", Type: schema.Picklist, Options: []string{"Planned", "Held", "Canceled"}, Default: "Planned"},
			{Name: "start_date_time", Title: "Start", Type: schema.DateTime, Required: true, Indexed: true},
			{Name: "end_date_time", Title: "End", Type: schema.DateTime},
			about(),
			{Name: "attendees", Title: "Attendees", Type: schema.LookupList, Target: "user"},
			{Name: "reminder_at", Title: "Reminder", Type: schema.DateTime},
			{Name: "notes", Title: "Notes", Type: schema.TextArea},
		},
	}
}

// emailObject is a letter as it came or went. Its HTML is kept as text.
func emailObject() *schema.Object {
	return &schema.Object{
		APIName: "email", Title: "Email", RelatesToAnyObject: true, NameField: "subject", Search: []string{"subject", "from"}, Order: "sent_date",
		Timeline: &schema.Timeline{Kind: "email", At: "sent_date"},
		Columns:  []string{"from", "to", "direction", "related_to", "sent_date"},
		Fields: []*schema.Field{
			{Name: "name", Title: "Name", Type: schema.Text, Derived: &schema.Derivation{How: schema.Alias, From: []string{"subject"}}},
			{Name: "subject", Title: "Subject", Type: schema.Text, Indexed: true},
			{Name: "from", Title: "From", Type: schema.Email, Indexed: true},
			{Name: "to", Title: "To", Type: schema.MultiList, Unlabelled: true},
			{Name: "direction", Title: "Direction", Type: schema.Enum, Options: []string{"incoming", "outgoing"}},
			{Name: "sent_date", Title: "Sent", Type: schema.DateTime, Required: true, Indexed: true},
			about(),
			{Name: "text_content", Title: "Text", Type: schema.TextArea},
			{Name: "html_content", Title: "HTML", Type: schema.Code},
			{Name: "attachments", Title: "Attachments", Type: schema.JSON, MaxBytes: 16 << 10},
			{Name: "message_id", Title: "Message Id", Type: schema.Text, Indexed: true},
			{Name: "thread_id", Title: "Thread Id", Type: schema.Text, Indexed: true},
		},
	}
}
