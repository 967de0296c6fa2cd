package hub

import (
	"switchboard/hub/link"
	"switchboard/storage/entry"
)

// endSessions closes the sockets of a session that was signed out and of a user
// who was disabled. The caller holds the lock.
func (a *audience) endSessions(e *entry.Entry) {
	switch c := a.catalog(); {
	case c.Rights.EndsSession(e):
		for s := range a.sockets {
			if s.principal.Load().Session == e.ID {
				s.dismiss(link.SignedOut)
			}
		}
	case c.Rights.EndsPerson(e):
		for s := range a.sockets {
			if s.principal.Load().User == e.ID {
				s.dismiss(link.Disabled)
			}
		}
	}
}

// resyncConcerned asks those for a fresh snapshot who see other records since, which
// nothing else announces.
// The caller holds the lock.
func (a *audience) resyncConcerned(e *entry.Entry) {
	c := a.catalog()
	if !c.Visibility.ChangedBy(e) {
		return
	}
	for name, r := range a.rooms {
		for _, g := range r.groups {
			for _, s := range g.sockets {
				if s.renewal == nil && c.Visibility.Moved(e, s.principal.Load(), r.topic) && !s.subscriptionTo(r).resyncAsked {
					a.resync(s, name)
				}
			}
		}
	}
}
