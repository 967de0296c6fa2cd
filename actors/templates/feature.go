package templates

import (
	"switchboard/actors/feature"
	"switchboard/storage/schema"
)

// Feature declares templates of messages. Their code is kept as text.
var Feature = feature.Feature{Name: "templates", Objects: []*schema.Object{{
	APIName: "template", Title: "Template", Search: []string{"name", "shortcut"}, Columns: []string{"channel", "shortcut", "body", "active", "modified_date"},
	Fields: []*schema.Field{
		{Name: "name", Title: "Name", Type: schema.Text, Required: true, Indexed: true},
		{Name: "channel", Title: "Channel", Type: schema.Enum, Options: []string{"sms", "chat", "email"}, Default: "sms"},
		{Name: "shortcut", Title: "Shortcut", Type: schema.Text, MaxLength: 40, Indexed: true, HelpText: "What is typed after / to use it"},
		{Name: "folder", Title: "Folder", Type: schema.Text, MaxLength: 80},
		{Name: "active", Title: "Active", Type: schema.Boolean, Default: true},
		{Name: "body", Title: "Body", Type: schema.TextArea, Required: true, HelpText: "{contact.first_name} stands for the contact's"},
		{Name: "javascript_code", Title: "Code", Type: schema.Code},
	},
}}}
