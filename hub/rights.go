package hub

import (
	"time"

	"switchboard/hub/link"
	"switchboard/storage/entry"
)

// mayBeStale tells whether a recovered socket may hold what it was shown under older
// rights although its own are those that the entry brings: they may have been read
// between the change's commit and its place in the log.
func (s *socket) mayBeStale(e *entry.Entry) bool {
	return !s.rightsAt.IsZero() && e.At.Before(s.rightsAt.Add(rightsLag))
}

// mayHaveBeenIn tells whether a recovered socket may hold what it was shown as a member
// of a team that is gone: rights that were read after it went don't tell.
func (s *socket) mayHaveBeenIn(e *entry.Entry) bool {
	return s.tenant.catalog().EndsTeam(e) && s.mayBeStale(e)
}

// rightsLag is how far the clocks of the nodes may differ.
const rightsLag = 5 * time.Second

// endSessions closes the sockets of a session that was signed out and of a user
// who was disabled. The caller holds the lock.
func (t *tenant) endSessions(e *entry.Entry) {
	switch c := t.catalog(); {
	case c.EndsSession(e):
		for s := range t.sockets {
			if s.principal.Load().Session == e.ID {
				s.dismiss(link.SignedOut)
			}
		}
	case c.EndsPerson(e):
		for s := range t.sockets {
			if s.principal.Load().User == e.ID {
				s.dismiss(link.Disabled)
			}
		}
	}
}

// moveSights makes those look again to whom nothing announces what changed for them.
// The caller holds the lock.
func (t *tenant) moveSights(e *entry.Entry) {
	c := t.catalog()
	if !c.MovesSights(e) {
		return
	}
	for name, r := range t.rooms {
		for _, g := range r.groups {
			for _, s := range g.sockets {
				if s.held == nil && c.Moved(e, s.principal.Load(), r.topic) && !s.seatIn(r).asked {
					t.ask(s, name)
				}
			}
		}
	}
}
