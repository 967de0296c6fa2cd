package topic

import (
	"bytes"
	"slices"

	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/schema"
)

// Rights decides which entries change what users may see or do.
type Rights struct{ registry *schema.Registry }

// ChangedBy reports whether an entry can change what any user may see or do.
func (k Rights) ChangedBy(e *entry.Entry) bool {
	o := k.registry.Object(e.Object)
	if k.changesUse(e) {
		return true
	}
	switch role(o) {
	case schema.PermissionSet, schema.Team, schema.Definition, schema.Choice:
		return true
	case schema.App:
		return e.Op != entry.Updated || e.Changed(o.Granting(schema.GrantsAdministration))
	case schema.Person:
		if e.Op != entry.Updated {
			return e.Op != entry.Created
		}
		return slices.ContainsFunc(o.Principal, e.Changed)
	case schema.Session, schema.Label, schema.Thread, schema.Part, schema.Ongoing:
	}
	return false
}

// changesUse reports whether an entry changes which features the organization
// may use, which concerns all users.
func (k Rights) changesUse(e *entry.Entry) bool {
	o := k.registry.Object(e.Object)
	if o == nil || !o.ChangesUse(func(string) bool { return true }) {
		return false
	}
	return e.Op != entry.Updated || o.ChangesUse(e.Changed)
}

func role(o *schema.Object) schema.Role {
	if o == nil {
		return ""
	}
	return o.Role
}

// Affects reports whether an entry that changes rights can change the
// principal's. A permission set concerns its holders, and a team concerns its
// members and those who join or leave: with thousands of connected users,
// each reload of rights counts.
func (k Rights) Affects(e *entry.Entry, p *access.Principal) bool {
	if k.changesUse(e) {
		return true
	}
	switch o := k.registry.Object(e.Object); role(o) {
	case schema.Person:
		return e.ID == p.User || p.Viewer != "" && e.ID == p.Viewer || slices.Contains(e.IDs, p.User)
	case schema.PermissionSet:
		return e.Op == entry.Bulk && slices.ContainsFunc(e.IDs, p.Holds) || e.Op != entry.Bulk && p.Holds(e.ID)
	case schema.Team:
		return e.Op == entry.Bulk || slices.Contains(p.Teams, e.ID) || movesInTeam(o, e, p.User)
	case schema.App:
		return e.Op == entry.Bulk || slices.Contains(p.Apps, e.ID) || moves(o.Granting(schema.GrantsAdministration), e, p.User)
	case schema.Session, schema.Definition, schema.Choice, schema.Label, schema.Thread, schema.Part, schema.Ongoing:
	}
	return true
}

// GrantsOrTakes reports whether an entry may have changed what the principal
// may see: neighboring entries in the log were then visible or hidden under
// other rights than the current ones.
func (k Rights) GrantsOrTakes(e *entry.Entry, p *access.Principal) bool {
	o := k.registry.Object(e.Object)
	if role(o) == schema.Team && e.Op != entry.Updated {
		return true // its former members are unknown
	}
	if k.changesUse(e) && role(o) == "" || role(o) == schema.Choice {
		return false // the visible records do not depend on the features in use or on display names
	}
	if !k.ChangedBy(e) || !k.Affects(e, p) || e.Op != entry.Updated {
		return k.ChangedBy(e) && k.Affects(e, p)
	}
	switch o.Role {
	case schema.Person:
		return slices.ContainsFunc(o.Principal, func(field string) bool { return field != o.NameField && e.Changed(field) })
	case schema.Team:
		return movesInTeam(o, e, p.User)
	case schema.App:
		return moves(o.Granting(schema.GrantsAdministration), e, p.User)
	case schema.PermissionSet, schema.Session, schema.Definition, schema.Choice, schema.Label, schema.Thread, schema.Part, schema.Ongoing:
	}
	return true
}

// moves reports whether an entry names a user in a field, before or after: it
// names the users that changed.
func moves(people string, e *entry.Entry, user id.ID) bool {
	return bytes.Contains(e.Before[people], []byte(user)) || bytes.Contains(e.After[people], []byte(user))
}

// movesInTeam reports whether a team's entry names a user as member or
// supervisor.
func movesInTeam(team *schema.Object, e *entry.Entry, user id.ID) bool {
	return moves(team.Granting(schema.GrantsMembers), e, user) || moves(team.Granting(schema.GrantsSupervisors), e, user)
}

// EndsTeam reports whether an entry deletes a team.
func (k Rights) EndsTeam(e *entry.Entry) bool {
	return e.Op == entry.Removed && k.registry.Is(e.Object, schema.Team)
}

// EndsSession reports whether an entry is a sign-out.
func (k Rights) EndsSession(e *entry.Entry) bool {
	return k.registry.Is(e.Object, schema.Session) && (e.Op == entry.Removed || set(e.After["revoked_date"]))
}

// EndsPerson reports whether an entry deletes or deactivates a user.
func (k Rights) EndsPerson(e *entry.Entry) bool {
	return k.registry.Is(e.Object, schema.Person) && (e.Op == entry.Removed || bytes.Equal(e.After["is_active"], []byte("false")))
}

func set(value []byte) bool { return len(value) > 0 && !bytes.Equal(value, []byte("null")) }

// ChangesObjects reports whether an entry changes the organization's objects.
func (k Rights) ChangesObjects(e *entry.Entry) bool { return k.registry.Defines(e.Object) }
