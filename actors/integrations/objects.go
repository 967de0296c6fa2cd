package integrations

import "switchboard/storage/schema"

// integratedApp is another system. How it authenticates is as its provider says; what it
// knows us by is kept encrypted.
func integratedApp() *schema.Object {
	return &schema.Object{APIName: "integrated_app", Title: "Integrated App", Search: []string{"name"}, Audited: true,
		Columns: []string{"authentication_protocol", "authentication_url", "modified_date"}, Fields: []*schema.Field{
			{Name: "name", Title: "Name", Type: schema.Text, Required: true, Indexed: true},
			{Name: "authentication_protocol", Title: "Authentication Protocol", Type: schema.Enum, Options: []string{"OAuth2", "basic", "api_key"}, Default: "OAuth2"},
			{Name: "authentication_url", Title: "Authentication URL", Type: schema.URL},
			{Name: "token_url", Title: "Token URL", Type: schema.URL},
			{Name: "config", Title: "Config", Type: schema.JSON, Shape: schema.Shape{"client_id": nil, "redirect_uri": nil, "response_type": nil}, MaxBytes: 4 << 10},
			{Name: "client_secret", Title: "Client Secret", Type: schema.Encrypted, MaxLength: 1_000},
			{Name: "use_config", Title: "Use Config", Type: schema.Boolean, Default: true},
		}}
}

// authCredential lets a person, or the whole organization, into another system.
func authCredential() *schema.Object {
	return &schema.Object{APIName: "auth_credential", Title: "Auth Credential", Search: []string{"name"}, Audited: true,
		Columns: []string{"integrated_app", "user", "modified_date"}, Fields: []*schema.Field{
			{Name: "name", Title: "Name", Type: schema.Text, Required: true, Indexed: true},
			{Name: "integrated_app", Title: "Integrated App", Type: schema.Lookup, Target: "integrated_app", Indexed: true},
			{Name: "user", Title: "User", Type: schema.Lookup, Target: "user", Indexed: true},
			{
				Name: "data", Title: "Data", Type: schema.Encrypted, Holds: "json",
				HelpText: "What the other system takes as JSON: username and password, or an access token.",
			},
			{Name: "headers", Title: "Headers", Type: schema.Encrypted, Holds: "json", HelpText: "Headers of each request as JSON, for example {\"X-Account\": \"7\"}."},
			{Name: "api_key", Title: "API Key", Type: schema.Encrypted, MaxLength: 1_000},
		}}
}
