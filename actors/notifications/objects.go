package notifications

import "switchboard/storage/schema"

// Object is the object of notifications.
const Object = "notification"

// maxText bounds what a notification quotes, in characters.
const maxText = 200

func notification() *schema.Object {
	return &schema.Object{
		APIName: Object, Title: "Notification", Route: schema.RouteRule{Owner: "user"}, Untracked: true, Order: "created_date",
		Mine:    &schema.Mine{},
		Base:    []schema.Grant{{Relation: schema.ToOwner, Update: []string{"read", "done"}, Delete: true}},
		Columns: []string{"kind", "record", "actor", "read", "created_date"},
		Fields: []*schema.Field{
			{Name: "name", Title: "Name", Type: schema.Text, ReadOnly: true},
			{Name: "user", Title: "User", Type: schema.Lookup, Target: "user", Required: true, ReadOnly: true, Indexed: true, Erased: &schema.Erased{Whole: true}},
			{Name: "kind", Title: "Kind", Type: schema.Enum, Options: Kinds(), FixedOptions: true, ReadOnly: true},
			{Name: "record", Title: "Record", Type: schema.AnyObject, ReadOnly: true, Indexed: true, HelpText: "What it is about", Erased: &schema.Erased{Whole: true}},
			{Name: "actor", Title: "Caused By", Type: schema.Lookup, Target: "user", ReadOnly: true, Erased: &schema.Erased{Blank: []string{"text"}}},
			{Name: "subject", Title: "Subject", Type: schema.Text, ReadOnly: true, HelpText: "The name of a chat"},
			{Name: "text", Title: "Text", Type: schema.Text, ReadOnly: true, HelpText: "The beginning of a chat message"},
			{Name: "read", Title: "Read", Type: schema.Boolean, Default: false},
			{Name: "done", Title: "Done", Type: schema.Boolean, Default: false, HelpText: "Taken out of what was missed"},
			{Name: "in_app", Title: "In App", Type: schema.Boolean, Default: true, ReadOnly: true, HelpText: "Listed under the bell"},
			{Name: "desktop", Title: "Desktop", Type: schema.Boolean, Default: false, ReadOnly: true, HelpText: "Shown on the desktop while no page of the product is in front"},
			{Name: "mail", Title: "Email", Type: schema.Enum, Options: []string{mailDue, mailSent}, FixedOptions: true, ReadOnly: true, HelpText: "Whether it is sent by email"},
		},
	}
}

// The values of the field mail.
const (
	mailDue  = "due"
	mailSent = "sent"
)
