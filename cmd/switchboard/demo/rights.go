package demo

import (
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/settings"
)

// The demo permission sets.
var (
	AgentSet      = id.Derived("demo/permission/agent")
	SupervisorSet = id.Derived("demo/permission/supervisor")
	SalesTeam     = id.Derived("demo/team/sales")
	SupportTeam   = id.Derived("demo/team/support")
)

func permissionSets() []row.Write {
	read := access.ObjectPermission{Read: true}
	work := access.ObjectPermission{Create: true, Read: true, Update: true}
	all := access.ObjectPermission{Create: true, Read: true, Update: true, Delete: true}
	agent := map[string]access.ObjectPermission{
		"contact": work, "note": all, "call": {Create: true, Read: true}, "conference": read, "call_participant": read, "twilio_recording": read, "team": read, "twilio_phone": read,
		"twilio_conversation": {Read: true, Update: true}, "twilio_participant": read,
		"twilio_message": {Create: true, Read: true, Update: true}, "scheduled_text": read, "consent_event": read, "chat": work, "chat_message": {Create: true, Read: true},
		"event": all, "email": read, "template": read, "tag": read, "report": read, "dashboard": read, "list_filter": all,
		"file": work, "related_file": all,
	}
	supervisor := map[string]access.ObjectPermission{
		"contact": all, "note": all, "call": {Create: true, Read: true, Update: true}, "conference": read, "call_participant": read, "twilio_recording": {Read: true, Delete: true}, "team": all, "twilio_phone": read, "user": read,
		"twilio_conversation": {Read: true, Update: true}, "twilio_participant": read,
		"twilio_message": {Create: true, Read: true, Update: true}, "scheduled_text": read, "consent_event": {Create: true, Read: true}, "chat": all, "chat_message": {Create: true, Read: true},
		"permission": read, "event": all, "email": read, "template": all, "tag": all, "report": all, "dashboard": all, "list_filter": all,
		"file": all, "related_file": all, "campaign": all, "campaign_member": all, "notification_subscriber": all,
	}
	return []row.Write{
		permissionSet(AgentSet, "Agent", agent),
		permissionSet(SupervisorSet, "Supervisor", supervisor, access.SuperviseCalls, access.SystemExport, access.SystemImport, access.MassUpdate),
	}
}

// Settings returns the demo organization's settings. It has no quiet hours:
// it is tried at any hour, and its contacts are fictional.
func Settings() row.Write {
	set := settings.Default()
	set.QuietHours.Enabled = false
	return row.Write{Object: "organization", ID: Organization, Op: entry.Updated, Set: row.Fields{"settings": set.JSON()}}
}

func permissionSet(set id.ID, name string, objects map[string]access.ObjectPermission, system ...string) row.Write {
	names := make([]string, 0, len(objects))
	for o := range objects {
		names = append(names, o)
	}
	if system == nil {
		system = []string{}
	}
	return create("permission", set, row.Fields{
		"name": name, "schemas": names, "system": system,
		"object_permissions":       row.JSONValue(objects),
		"object_field_permissions": row.JSONValue(map[string]any{}),
		"scopes":                   row.JSONValue(map[string]access.Scope{"list_filter": access.ScopeOwn}),
	})
}

// teams returns the teams with their members, and their supervisors, who see
// both.
func teams() []row.Write {
	members := map[id.ID][]id.ID{}
	var supervisors []id.ID
	for i, u := range Users() {
		members[teamOf(i)] = append(members[teamOf(i)], u.ID)
		if u.Supervisor {
			supervisors = append(supervisors, u.ID)
		}
	}
	return []row.Write{
		create("team", SalesTeam, row.Fields{"name": "Sales", "members": members[SalesTeam], "supervisors": supervisors}),
		create("team", SupportTeam, row.Fields{"name": "Support", "members": members[SupportTeam], "supervisors": supervisors}),
	}
}

// teamOf returns the team of a user by index in Users.
func teamOf(user int) id.ID {
	if user%2 == 1 {
		return SalesTeam
	}
	return SupportTeam
}

func create(object string, record id.ID, set row.Fields) row.Write {
	return row.Write{Object: object, ID: record, Op: entry.Created, Set: set, Quiet: true, Cause: "demo.created"}
}
