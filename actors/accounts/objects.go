package accounts

import (
	"switchboard/storage/access"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

func permissionObject() *schema.Object {
	return &schema.Object{APIName: "permission", Title: "Permission Set", Columns: []string{"system", "modified_date"}, Role: schema.PermissionSet, Audited: true, Mine: &schema.Mine{}, SuperuserOnly: true, Fields: []*schema.Field{
		{Name: "name", Title: "Name", Type: schema.Text, Required: true, Unique: true},
		{Name: "schemas", Title: "Objects", Type: schema.MultiList, Unlabelled: true, HelpText: "API names of the included objects"},
		{Name: "object_permissions", Title: "Object Permissions", Type: schema.JSON},
		{Name: "object_field_permissions", Title: "Field Permissions", Type: schema.JSON},
		{Name: "scopes", Title: "Scopes", Type: schema.JSON, HelpText: "all, team or own, per object"},
		{Name: "system", Title: "System Rights", Type: schema.MultiPicklist, FixedOptions: true, Options: access.SystemRights()},
	}}
}

// invitation is the invitation of a user. Each user has at most one; its id is derived from the
// user's.
func invitationObject() *schema.Object {
	return &schema.Object{APIName: "invitation", Title: "Invitation", Internal: true, Route: schema.RouteRule{Owner: "user"}, Fields: []*schema.Field{
		{Name: "user", Title: "User", Type: schema.Lookup, Target: "user", Required: true, Indexed: true},
		{Name: "email", Title: "Email", Type: schema.Email, Required: true},
		{Name: "inviter", Title: "Inviter", Type: schema.Lookup, Target: "user"},
		{Name: "state", Title: "State", Type: schema.Enum, Options: row.InvitationStates(), Required: true},
		{Name: "sent_date", Title: "Sent", Type: schema.DateTime},
		{Name: "expires_date", Title: "Expires", Type: schema.DateTime},
		{Name: "nonce", Title: "Nonce", Type: schema.Text, Internal: true, HelpText: "what the newest letter's token is made of, with the installation's key"},
		{Name: "token_hash", Title: "Token Hash", Type: schema.Text, Internal: true},
	}}
}

// session is a sign-in. Its rows are the refresh families of accounts.
func sessionObject() *schema.Object {
	return &schema.Object{APIName: "session", Title: "Session", Role: schema.Session, Internal: true, Audited: true, Route: schema.RouteRule{Owner: "user"}, Fields: []*schema.Field{
		{Name: "user", Title: "User", Type: schema.Lookup, Target: "user", Required: true, Indexed: true},
		{Name: "last_seen", Title: "Last Seen", Type: schema.DateTime, Untracked: true},
		{Name: "ip", Title: "Address", Type: schema.Text},
		{Name: "user_agent", Title: "Browser", Type: schema.Text},
		{Name: "revoked_date", Title: "Revoked", Type: schema.DateTime},
		{Name: "expires_date", Title: "Expires", Type: schema.DateTime, Required: true},
		{Name: "refresh_hash", Title: "Refresh Hash", Type: schema.Text, Internal: true},
		{Name: "previous_hash", Title: "Previous Hash", Type: schema.Text, Internal: true},
		{Name: "successor", Title: "Successor", Type: schema.Text, Internal: true, HelpText: "what the previous token is answered with, sealed"},
		{Name: "rotated_date", Title: "Rotated", Type: schema.DateTime, Internal: true},
		{Name: mustSetUpField, Title: "Must Set Up", Type: schema.Boolean, Internal: true, HelpText: "good only for setting up a second factor, until the account has one"},
		{Name: viewingField, Title: "Viewing As", Type: schema.Lookup, Target: "user", Internal: true, HelpText: "the user that the session sees the product as"},
		{Name: viewingUntilField, Title: "Viewing Until", Type: schema.DateTime, Internal: true},
	}}
}

// apiKey is a program's way in. It bears the id of the user that it acts as.
func apiKeyObject() *schema.Object {
	return &schema.Object{APIName: "api_key", Title: "API Key", Internal: true, Audited: true, Fields: []*schema.Field{
		{Name: "name", Title: "Name", Type: schema.Text, Required: true},
		{Name: "expires_date", Title: "Expires", Type: schema.DateTime},
		{Name: "last_used", Title: "Last Used", Type: schema.DateTime, Untracked: true},
		{Name: "session", Title: "Session", Type: schema.Text, Internal: true, HelpText: "the session that its tokens share"},
		{Name: "secret_hash", Title: "Secret Hash", Type: schema.Text, Internal: true},
	}}
}

// What people are asked of themselves before there is a user.
var (
	nameField  = &schema.Field{Name: "name", Title: "Name", Type: schema.Text, Required: true, Indexed: true}
	emailField = &schema.Field{Name: "email", Title: "Email", Type: schema.Email, Required: true, Unique: true}
)
