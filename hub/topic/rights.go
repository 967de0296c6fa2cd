package topic

import (
	"bytes"
	"slices"

	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/schema"
)

// Rights knows which entries change what people may see or do.
type Rights struct{ registry *schema.Registry }

// ChangedBy tells whether an entry can change what somebody may see or do.
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

// changesUse tells whether after an entry the organization may use other features, which
// concerns everybody.
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

// Affects tells whether an entry that changes rights can change the principal's. A
// permission set concerns those who hold it, and a team those who are in it, come into
// it or leave it: with thousands of users connected, each reading of rights counts.
func (k Rights) Affects(e *entry.Entry, p *access.Principal) bool {
	if k.changesUse(e) {
		return true
	}
	switch o := k.registry.Object(e.Object); role(o) {
	case schema.Person:
		return e.ID == p.User || slices.Contains(e.IDs, p.User)
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

// GrantsOrTakes tells whether an entry may have changed what the principal may see:
// what stands around it in the log was then seen, or hidden, under other rights than
// he has now.
func (k Rights) GrantsOrTakes(e *entry.Entry, p *access.Principal) bool {
	o := k.registry.Object(e.Object)
	if role(o) == schema.Team && e.Op != entry.Updated {
		return true // who was in it once isn't known any more
	}
	if k.changesUse(e) && role(o) == "" || role(o) == schema.Choice {
		return false // the same records are seen whatever the organization uses, and calls things
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

// moves tells whether a user is among the people whom an entry names in a field, before or
// after: it names them where they changed.
func moves(people string, e *entry.Entry, user id.ID) bool {
	return bytes.Contains(e.Before[people], []byte(user)) || bytes.Contains(e.After[people], []byte(user))
}

// movesInTeam tells whether a user is among the members or supervisors whom a team's entry
// names.
func movesInTeam(team *schema.Object, e *entry.Entry, user id.ID) bool {
	return moves(team.Granting(schema.GrantsMembers), e, user) || moves(team.Granting(schema.GrantsSupervisors), e, user)
}

// EndsTeam tells whether an entry is the end of a team.
func (k Rights) EndsTeam(e *entry.Entry) bool {
	return e.Op == entry.Removed && k.registry.Is(e.Object, schema.Team)
}

// EndsSession tells whether an entry is a sign-out.
func (k Rights) EndsSession(e *entry.Entry) bool {
	return k.registry.Is(e.Object, schema.Session) && (e.Op == entry.Removed || set(e.After["revoked_date"]))
}

// EndsPerson tells whether an entry says of somebody that he may not be here any more.
func (k Rights) EndsPerson(e *entry.Entry) bool {
	return k.registry.Is(e.Object, schema.Person) && (e.Op == entry.Removed || bytes.Equal(e.After["is_active"], []byte("false")))
}

func set(value []byte) bool { return len(value) > 0 && !bytes.Equal(value, []byte("null")) }

// ChangesObjects tells whether after an entry the organization has other objects.
func (k Rights) ChangesObjects(e *entry.Entry) bool { return k.registry.Defines(e.Object) }
