package schema

// apiKey is a program's way in. It bears the id of the user that it acts as.
func apiKey() *Object {
	return &Object{APIName: "api_key", Title: "API Key", Internal: true, Fields: []*Field{
		{Name: "name", Title: "Name", Type: Text, Required: true},
		{Name: "expires_date", Title: "Expires", Type: DateTime},
		{Name: "last_used", Title: "Last Used", Type: DateTime},
		{Name: "session", Title: "Session", Type: Text, Internal: true, HelpText: "the session that its tokens share"},
		{Name: "secret_hash", Title: "Secret Hash", Type: Text, Internal: true},
	}}
}
