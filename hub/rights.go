package hub

import (
	"bytes"
	"slices"
	"time"

	"switchboard/hub/link"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
)

// rightsFields are the fields of a user upon which rights rest.
var rightsFields = []string{"is_active", "is_superuser", "permissions", "teams", "name"}

// changesRights tells whether an entry can change what somebody may see or do.
func changesRights(e *entry.Entry) bool {
	switch e.Object {
	case "permission", "team":
		return true
	case "user":
		if e.Op != entry.Updated {
			return e.Op != entry.Created
		}
		return slices.ContainsFunc(rightsFields, e.Changed)
	}
	return false
}

// affects tells whether an entry that changes rights can change the principal's. A
// permission set concerns those who hold it, and a team those who are in it, come into
// it or leave it: with thousands of users connected, each reading of rights counts.
func affects(m *entry.Entry, p *access.Principal) bool {
	switch m.Object {
	case "user":
		return m.ID == p.User || slices.Contains(m.IDs, p.User)
	case "permission":
		return m.Op == entry.Bulk && slices.ContainsFunc(m.IDs, p.Holds) || m.Op != entry.Bulk && p.Holds(m.ID)
	case "team":
		return m.Op == entry.Bulk || slices.Contains(p.Teams, m.ID) || movesMember(m, p.User)
	}
	return true
}

// grantsOrTakes tells whether an entry may have changed what the principal may see:
// what stands around it in the log was then seen, or hidden, under other rights than
// he has now.
func grantsOrTakes(m *entry.Entry, p *access.Principal) bool {
	if m.Object == "team" && m.Op != entry.Updated {
		return true // who was in it once isn't known any more
	}
	if !changesRights(m) || !affects(m, p) || m.Op != entry.Updated {
		return changesRights(m) && affects(m, p)
	}
	switch m.Object {
	case "user":
		return slices.ContainsFunc(rightsFields, func(field string) bool { return field != "name" && m.Changed(field) })
	case "team":
		return movesMember(m, p.User)
	}
	return true
}

// movesMember tells whether a user is among the members whom a team's entry names,
// before or after: it does where they changed.
func movesMember(m *entry.Entry, user id.ID) bool {
	return names(m.Before["members"], user) || names(m.After["members"], user)
}

// names tells whether a list of references holds a record.
func names(list []byte, record id.ID) bool {
	return bytes.Contains(list, []byte(record))
}

// mayBeStale tells whether a recovered socket may hold what it was shown under older
// rights although its own are those that the entry brings: they may have been read
// between the change's commit and its place in the log.
func (s *socket) mayBeStale(e *entry.Entry) bool {
	return !s.rightsAt.IsZero() && e.At.Before(s.rightsAt.Add(rightsLag))
}

// mayHaveBeenIn tells whether a recovered socket may hold what it was shown as a member
// of a team that is gone: rights that were read after it went don't tell.
func (s *socket) mayHaveBeenIn(e *entry.Entry) bool {
	return e.Object == "team" && e.Op == entry.Removed && s.mayBeStale(e)
}

// rightsLag is how far the clocks of the nodes may differ.
const rightsLag = 5 * time.Second

// endSessions closes the sockets of a session that was signed out and of a user
// who was disabled. The caller holds the lock.
func (t *tenant) endSessions(e *entry.Entry) {
	switch e.Object {
	case "session":
		if endsSession(e) {
			for s := range t.sockets {
				if s.principal.Load().Session == e.ID {
					s.dismiss(link.SignedOut)
				}
			}
		}
	case "user":
		if e.Op == entry.Removed || bytes.Equal(e.After["is_active"], []byte("false")) {
			for s := range t.sockets {
				if s.principal.Load().User == e.ID {
					s.dismiss(link.Disabled)
				}
			}
		}
	}
}

// endsSession tells whether an entry is a sign-out.
func endsSession(e *entry.Entry) bool {
	return e.Object == "session" && (e.Op == entry.Removed || set(e.After["revoked_date"]))
}

func set(value []byte) bool { return len(value) > 0 && !bytes.Equal(value, []byte("null")) }
