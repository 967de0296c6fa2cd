package phones

import "switchboard/storage/schema"

func phoneObject() *schema.Object {
	return &schema.Object{APIName: "twilio_phone", Title: "Phone number", Search: []string{"name", "phone_number"}, Columns: []string{"friendly_number", "assigned_user", "modified_date"}, WriteRight: "manage_phones", Fields: []*schema.Field{
		{Name: "sid", Title: "Provider Id", Type: schema.Text, Required: true, Unique: true},
		{Name: "phone_number", Title: "Phone Number", Type: schema.Text, Required: true, Unique: true, Number: true, HelpText: "E.164"},
		{Name: "friendly_number", Title: "Friendly Number", Type: schema.Text},
		{Name: "service_sid", Title: "Messaging Service Id", Type: schema.Text},
		{Name: "service", Title: "Messaging Service", Type: schema.Lookup, Target: "twilio_service", Indexed: true},
		{Name: "auto_creation_enabled", Title: "Starts Conversations", Type: schema.Boolean, HelpText: "The first text to the number starts a conversation."},
		{Name: "voice_application_sid", Title: "Voice Application Id", Type: schema.Text},
		{Name: "capabilities", Title: "Capabilities", Type: schema.JSON},
		{Name: "assigned_user", Title: "Assigned User", Type: schema.Lookup, Target: "user"},
	}}
}
