package hub

import (
	"switchboard/hub/link"
	"switchboard/storage/entry"
)

// endSessions closes the sockets of a session that was signed out and of a user
// who was disabled. The caller holds the lock.
func (a *audience) endSessions(e *entry.Entry) {
	switch c := a.catalog(); {
	case c.EndsSession(e):
		for s := range a.sockets {
			if s.principal.Load().Session == e.ID {
				s.dismiss(link.SignedOut)
			}
		}
	case c.EndsPerson(e):
		for s := range a.sockets {
			if s.principal.Load().User == e.ID {
				s.dismiss(link.Disabled)
			}
		}
	}
}

// moveSights makes those look again to whom nothing announces what changed for them.
// The caller holds the lock.
func (a *audience) moveSights(e *entry.Entry) {
	c := a.catalog()
	if !c.MovesSights(e) {
		return
	}
	for name, r := range a.rooms {
		for _, g := range r.groups {
			for _, s := range g.sockets {
				if s.held == nil && c.Moved(e, s.principal.Load(), r.topic) && !s.seatIn(r).asked {
					a.ask(s, name)
				}
			}
		}
	}
}
