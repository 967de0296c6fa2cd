package integrations

import "switchboard/storage/schema"

const (
	appObject        = "integrated_app"
	credentialObject = "auth_credential" //nolint:gosec // the name of an object
	requestObject    = "auth_request"
)

// oauth2Protocol is the authentication protocol of systems that are authorized by OAuth 2.
const oauth2Protocol = "OAuth2"

// integratedApp is another system. How it authenticates is as its provider says; what it
// knows us by is kept encrypted.
func integratedApp() *schema.Object {
	return &schema.Object{APIName: appObject, Title: "Integrated App", Search: []string{"name"}, Audited: true,
		Columns: []string{"authentication_protocol", "authentication_url", "modified_date"}, Fields: []*schema.Field{
			{Name: "name", Title: "Name", Type: schema.Text, Required: true, Indexed: true},
			{Name: "authentication_protocol", Title: "Authentication Protocol", Type: schema.Enum, Options: []string{oauth2Protocol, "basic", "api_key"}, Default: oauth2Protocol},
			{Name: "authentication_url", Title: "Authentication URL", Type: schema.URL},
			{Name: "token_url", Title: "Token URL", Type: schema.URL},
			{Name: "config", Title: "Config", Type: schema.JSON, Shape: schema.Shape{"client_id": nil, "redirect_uri": nil, "response_type": nil, "scope": nil}, MaxBytes: 4 << 10},
			{Name: "client_secret", Title: "Client Secret", Type: schema.Encrypted, MaxLength: 1_000},
			{Name: "use_config", Title: "Use Config", Type: schema.Boolean, Default: true},
		}}
}

// authCredential lets a person, or the whole organization, into another system. Who it is for
// sees how it stands, and authorizes it.
func authCredential() *schema.Object {
	return &schema.Object{APIName: credentialObject, Title: "Auth Credential", Search: []string{"name"}, Audited: true,
		Route:   schema.RouteRule{Owner: "user"},
		Base:    []schema.Grant{{Relation: schema.ToOwner, Read: []string{"id", "version", "name", "modified_date", "integrated_app", "user", "verified", "last_error"}}},
		Columns: []string{"integrated_app", "user", "verified", "modified_date"}, Fields: []*schema.Field{
			{Name: "name", Title: "Name", Type: schema.Text, Required: true, Indexed: true},
			{Name: "integrated_app", Title: "Integrated App", Type: schema.Lookup, Target: appObject, Indexed: true},
			{Name: "user", Title: "User", Type: schema.Lookup, Target: "user", Indexed: true},
			{Name: "verified", Title: "Verified", Type: schema.Boolean, ReadOnly: true, Default: false, HelpText: "The other system let us in by it, and has not refused it since."},
			{Name: "last_error", Title: "Last Error", Type: schema.Text, ReadOnly: true, HelpText: "Why the other system refused it when it was last asked."},
			{
				Name: "data", Title: "Data", Type: schema.Encrypted, Holds: "json",
				HelpText: "What the other system takes as JSON: username and password, or an access token.",
			},
			{Name: "headers", Title: "Headers", Type: schema.Encrypted, Holds: "json", HelpText: "Headers of each request as JSON, for example {\"X-Account\": \"7\"}."},
			{Name: "api_key", Title: "API Key", Type: schema.Encrypted, MaxLength: 1_000},
			{Name: "renewal", Title: "Renewal", Type: schema.DateTime, ReadOnly: true, Internal: true, HelpText: "until when a node renews its tokens, unless it is done before"},
		}}
}

// The states of an authorization.
const (
	stateOpen    = "open"
	stateUsed    = "used"    // its answer has come
	stateDone    = "done"    // the credential has its tokens
	stateRefused = "refused" // by the other system
	stateFailed  = "failed"  // here, or on the way
)

// authRequest is an authorization that somebody has begun.
func authRequest() *schema.Object {
	return &schema.Object{APIName: requestObject, Title: "Authorization", Internal: true, Route: schema.RouteRule{Owner: "user"}, Fields: []*schema.Field{
		{Name: "user", Title: "User", Type: schema.Lookup, Target: "user", Required: true, Indexed: true},
		{Name: "credential", Title: "Credential", Type: schema.Lookup, Target: credentialObject, Required: true, Indexed: true},
		{Name: "token_url", Title: "Token URL", Type: schema.URL, Required: true},
		{Name: "verifier", Title: "Verifier", Type: schema.Text, Internal: true, HelpText: "the proof key, sealed"},
		{Name: "browser_hash", Title: "Browser", Type: schema.Text, Internal: true},
		{Name: "expires_date", Title: "Expires", Type: schema.DateTime, Required: true},
		{Name: "state", Title: "State", Type: schema.Enum, Options: []string{stateOpen, stateUsed, stateDone, stateRefused, stateFailed}, Required: true},
		{Name: "detail", Title: "Detail", Type: schema.Text},
	}}
}
