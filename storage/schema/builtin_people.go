package schema

import (
	"bytes"
	"encoding/json"
)

// OnCall is the availability of a user who is on a call.
const OnCall = "on_call"

// CallStatuses are the states of a user's availability (D2§3).
func CallStatuses() []string {
	return []string{"available", "busy", "offline", OnCall, "do_not_disturb", "away", "unknown"}
}

func user() *Object {
	isDND := func(status json.RawMessage) []byte {
		if bytes.Equal(status, []byte(`"do_not_disturb"`)) {
			return []byte("true")
		}
		return []byte("false")
	}
	return &Object{
		APIName: "user", Kept: "A user is not deleted, so that what he did keeps its author: set him inactive instead.", Title: "User", ListKey: "User", Live: true, Role: Person, Route: RouteRule{Owner: "id"},
		Base: []Grant{
			{Relation: ToAll, Read: []string{"id", "name", "version"}},
			{Relation: ToOwner, Update: selfFields()},
		},
		Mine:      &Mine{},
		Principal: []string{"is_active", "is_superuser", "permissions", "teams", "name"},
		Open:      &Open{Field: "chosen_status", Values: []string{OnCall}},
		KeepOne:   []string{"is_superuser", "is_active"},
		KeepWhy:   "This is the last active superuser of the organization. Make somebody else one first.",
		Fields: []*Field{
			{Name: "name", Title: "Name", Type: Text, Required: true, Indexed: true},
			{Name: "first_name", Title: "First Name", Type: Text},
			{Name: "last_name", Title: "Last Name", Type: Text},
			{Name: "email", Title: "Email", Type: Email, Required: true, Unique: true},
			{Name: "is_active", Title: "Active", Type: Boolean, Default: true, Protected: true},
			{Name: "invitation", Title: "Invitation", Type: Enum, Options: Invitations(), ReadOnly: true, HelpText: "How an invited person stands; empty for one who was never invited"},
			{Name: "is_superuser", Title: "Superuser", Type: Boolean, Default: false, Protected: true, SuperuserOnly: true},
			{Name: "permissions", Title: "Permission Sets", Type: LookupList, Target: "permission", Protected: true, Grants: GrantsSets},
			{Name: "organication_id", Title: "Organization", Type: Text, Derived: alias("organization_id"), Protected: true},
			{Name: "do_not_disturb", Title: "Do Not Disturb", Type: Boolean, Derived: member("availability", []string{"call_availability", "call_status"}, isDND), Command: &Command{}},
			{Name: "extension", Title: "Extension", Type: Text, Unique: true, HelpText: "2 to 6 digits, unique in the organization"},
			{Name: "phone", Title: "Phone", Type: Phone},
			{Name: "settings", Title: "Settings", Type: JSON, Shape: settingsShape(), MaxBytes: MaxSettings},
			{Name: "availability", Title: "Availability", Type: JSON, Shape: availabilityShape(), MaxBytes: MaxAvailability},
			{Name: "chosen_status", Title: "Chosen Status", Type: Text, Internal: true, Indexed: true, Derived: chosenStatus()},
			{Name: "avatar", Title: "Avatar", Type: Image},
			{Name: "time_zone", Title: "Time Zone", Type: Text},
			{Name: "locale", Title: "Locale", Type: Text},
			{Name: "teams", Title: "Teams", Type: LookupList, Target: "team", Protected: true, Grants: GrantsTeams},
			{Name: "skills", Title: "Skills", Type: MultiList},
			{Name: "last_seen", Title: "Last Seen", Type: DateTime, ReadOnly: true},
			{Name: "account", Title: "Account", Type: Text, Internal: true, Unique: true},
		},
	}
}

// selfFields are what everybody may change of himself (decision 19).
func selfFields() []string {
	return []string{"settings", "availability", "first_name", "last_name", "do_not_disturb", "phone"}
}

func team() *Object {
	return &Object{APIName: "team", Title: "Team", Role: Team, Mine: &Mine{}, WriteRight: "administer_users", Fields: []*Field{
		{Name: "name", Title: "Name", Type: Text, Required: true, Unique: true},
		{Name: "members", Title: "Members", Type: LookupList, Target: "user", Grants: GrantsMembers},
		{Name: "supervisors", Title: "Supervisors", Type: LookupList, Target: "user"},
	}}
}

func permission() *Object {
	return &Object{APIName: "permission", Title: "Permission Set", Role: PermissionSet, Mine: &Mine{}, SuperuserOnly: true, Fields: []*Field{
		{Name: "name", Title: "Name", Type: Text, Required: true, Unique: true},
		{Name: "schemas", Title: "Objects", Type: MultiList, HelpText: "API names of the included objects"},
		{Name: "object_permissions", Title: "Object Permissions", Type: JSON},
		{Name: "object_field_permissions", Title: "Field Permissions", Type: JSON},
		{Name: "scopes", Title: "Scopes", Type: JSON, HelpText: "all, team or own, per object"},
		{Name: "system", Title: "System Rights", Type: MultiList},
	}}
}

// Invitations are the states of a person who was invited. The invitation of an
// undelivered one is as good as any, but its letter came back.
func Invitations() []string {
	return []string{"invited", "undelivered", "accepted", "withdrawn", "expired"}
}

// invitation is what was sent to a person to become a user. Each user has one at
// the most; its id is derived from his.
func invitation() *Object {
	return &Object{APIName: "invitation", Title: "Invitation", Internal: true, Route: RouteRule{Owner: "user"}, Fields: []*Field{
		{Name: "user", Title: "User", Type: Lookup, Target: "user", Required: true, Indexed: true},
		{Name: "email", Title: "Email", Type: Email, Required: true},
		{Name: "inviter", Title: "Inviter", Type: Lookup, Target: "user"},
		{Name: "state", Title: "State", Type: Enum, Options: Invitations(), Required: true},
		{Name: "sent_date", Title: "Sent", Type: DateTime},
		{Name: "expires_date", Title: "Expires", Type: DateTime},
		{Name: "nonce", Title: "Nonce", Type: Text, Internal: true, HelpText: "what the newest letter's token is made of, with the installation's key"},
		{Name: "token_hash", Title: "Token Hash", Type: Text, Internal: true},
	}}
}

// session is a sign-in. Its rows are the refresh families of accounts.
func session() *Object {
	return &Object{APIName: "session", Title: "Session", Role: Session, Internal: true, Route: RouteRule{Owner: "user"}, Fields: []*Field{
		{Name: "user", Title: "User", Type: Lookup, Target: "user", Required: true, Indexed: true},
		{Name: "last_seen", Title: "Last Seen", Type: DateTime},
		{Name: "ip", Title: "Address", Type: Text},
		{Name: "user_agent", Title: "Browser", Type: Text},
		{Name: "revoked_date", Title: "Revoked", Type: DateTime},
		{Name: "expires_date", Title: "Expires", Type: DateTime, Required: true},
		{Name: "refresh_hash", Title: "Refresh Hash", Type: Text, Internal: true},
		{Name: "previous_hash", Title: "Previous Hash", Type: Text, Internal: true},
		{Name: "successor", Title: "Successor", Type: Text, Internal: true, HelpText: "what the previous token is answered with, sealed"},
		{Name: "rotated_date", Title: "Rotated", Type: DateTime, Internal: true},
	}}
}
