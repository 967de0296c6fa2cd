package phones

import "switchboard/storage/schema"

func name() *schema.Field {
	return &schema.Field{Name: "name", Title: "Name", Type: schema.Text, Required: true, Indexed: true}
}

func sid() *schema.Field {
	return &schema.Field{Name: "sid", Title: "Provider Id", Type: schema.Text, Required: true, Unique: true}
}

// serviceObject is a service of text conversations at the provider.
func serviceObject() *schema.Object {
	return &schema.Object{
		APIName: "twilio_service", Title: "Twilio Service", SuperuserOnly: true, Search: []string{"name", "sid"}, Columns: []string{"sid", "modified_date"},
		Fields: []*schema.Field{name(), sid(), {Name: "filters", Title: "Events", Type: schema.JSON, HelpText: "The events of conversations that the provider reports."}},
	}
}

// applicationObject is a voice application at the provider.
func applicationObject() *schema.Object {
	return &schema.Object{
		APIName: "twilio_application", Title: "Twilio Application", SuperuserOnly: true, Search: []string{"name", "sid"}, Columns: []string{"sid", "modified_date"},
		Fields: []*schema.Field{name(), sid()},
	}
}

// keyObject is an API key at the provider. Its secret signs the tokens of browsers.
func keyObject() *schema.Object {
	return &schema.Object{
		APIName: "twilio_key", Title: "Twilio API Key", SuperuserOnly: true, Audited: true, Search: []string{"name", "sid"}, Columns: []string{"sid", "modified_date"},
		Fields: []*schema.Field{
			name(), sid(),
			{Name: "account_sid", Title: "Account SID", Type: schema.Text, Indexed: true},
			{Name: "secret", Title: "Secret", Type: schema.Encrypted, MaxLength: 1_000},
		},
	}
}
