package users

import (
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// CallStatuses are the states of a user's availability.
func CallStatuses() []string {
	return []string{Available, Busy, Offline, OnCallStatus, DoNotDisturb, Away, Unknown}
}

func userObject() *schema.Object {
	status := []string{"call_availability", "call_status"}
	return &schema.Object{
		APIName: "user", Kept: "Users are not deleted, so that their records keep an author: deactivate the user instead.", Title: "User", ListKey: "User", Search: []string{"name", "email"}, Columns: []string{"email", "extension", "teams", "is_active", "invitation", "modified_date"}, Live: true, Located: true, Role: schema.Person, Route: schema.RouteRule{Owner: "id"},
		Base: []schema.Grant{
			{Relation: schema.ToAll, Read: []string{"id", "name", "is_active", isProgram, "version"}},
			{Relation: schema.ToOwner, Update: ownFields},
		},
		LeavesOut: isProgram,
		Mine:      &schema.Mine{},
		Principal: []string{"is_active", "is_superuser", "permissions", "teams", "name"},
		Open:      &schema.Open{Field: "chosen_status", Values: []string{OnCallStatus}},
		KeepOne:   []string{"is_superuser", "is_active"},
		KeepWhy:   "This is the last active superuser of the organization. Make someone else a superuser first.",
		Fields: []*schema.Field{
			{Name: "name", Title: "Name", Type: schema.Text, Required: true, Indexed: true},
			{Name: "first_name", Title: "First Name", Type: schema.Text},
			{Name: "last_name", Title: "Last Name", Type: schema.Text},
			{Name: "email", Audited: true, Title: "Email", Type: schema.Email, Required: true, Unique: true},
			{Name: "is_active", Audited: true, Title: "Active", Type: schema.Boolean, Default: true, Protected: true},
			{Name: isProgram, Title: "Program", Type: schema.Boolean, HelpText: "An API key acts as this user: nobody's colleague, and in no list", Derived: &schema.Derivation{
				How: schema.EndsIn, From: []string{"email"}, Is: row.ProgramDomain, Expression: "email LIKE '%" + row.ProgramDomain + "'",
			}},
			{Name: "invitation", Audited: true, Title: "Invitation", Type: schema.Enum, Options: row.InvitationStates(), ReadOnly: true, HelpText: "How an invited person stands; empty for one who was never invited"},
			{Name: "is_superuser", Audited: true, Title: "Superuser", Type: schema.Boolean, Default: false, Protected: true, SuperuserOnly: true},
			{Name: "permissions", Audited: true, Title: "Permission Sets", Type: schema.LookupList, Target: "permission", Protected: true, Grants: schema.GrantsSets},
			{Name: "organication_id", Title: "Organization", Type: schema.Text, Derived: &schema.Derivation{How: schema.Alias, From: []string{"organization_id"}}, Protected: true},
			{Name: "do_not_disturb", Title: "Do Not Disturb", Type: schema.Boolean, Derived: &schema.Derivation{
				How: schema.IsInner, From: []string{"availability"}, Path: status, Is: DoNotDisturb,
			}, Command: &schema.Command{}},
			{Name: "extension", Title: "Extension", Type: schema.Text, Unique: true, Taken: extensionTaken, HelpText: "2 to 6 digits, unique in the organization"},
			{Name: "phone", Title: "Phone", Type: schema.Phone},
			{Name: "settings", Title: "Settings", Type: schema.JSON, Shape: settingsShape(), MaxBytes: maxSettings, Untracked: true, Mentions: true},
			{Name: "availability", Title: "Availability", Type: schema.JSON, Shape: availabilityShape(), MaxBytes: maxAvailability},
			{Name: "chosen_status", Title: "Chosen Status", Type: schema.Text, Internal: true, Indexed: true, Derived: &schema.Derivation{ // indexed, to find available users
				How: schema.Inner, From: []string{"availability"}, Path: status,
				Expression: "left(availability->'call_availability'->>'call_status', 40)",
			}},
			{Name: "avatar", Title: "Avatar", Type: schema.Image},
			{Name: "time_zone", Title: "Time Zone", Type: schema.Text, IsZone: true, HelpText: "UTC or an area and a city, such as America/New_York"},
			{Name: "locale", Title: "Locale", Type: schema.Text},
			{Name: "teams", Audited: true, Title: "Teams", Type: schema.LookupList, Target: "team", Protected: true, Grants: schema.GrantsTeams},
			{Name: "skills", Title: "Skills", Type: schema.MultiList},
			{Name: "last_seen", Title: "Last Seen", Type: schema.DateTime, ReadOnly: true, Untracked: true},
			{Name: "account", Title: "Account", Type: schema.Text, Internal: true, Unique: true},
		},
	}
}

// isProgram is the field that marks the user of an API key.
const isProgram = "is_program"

// ownFields are the fields that users may change about themselves.
var ownFields = []string{"settings", "availability", "first_name", "last_name", "do_not_disturb", "phone", "time_zone"}

func teamObject() *schema.Object {
	return &schema.Object{APIName: "team", Title: "Team", Search: []string{"name"}, Columns: []string{"members", "supervisors", "modified_date"}, Role: schema.Team, Audited: true, Mine: &schema.Mine{}, WriteRight: "administer_users", Fields: []*schema.Field{
		{Name: "name", Title: "Name", Type: schema.Text, Required: true, Unique: true},
		{Name: "members", Title: "Members", Type: schema.LookupList, Target: "user", Grants: schema.GrantsMembers},
		{Name: "supervisors", Title: "Supervisors", Type: schema.LookupList, Target: "user", Grants: schema.GrantsSupervisors, HelpText: "See what the members own, where a permission set gives rows by team"},
	}}
}
