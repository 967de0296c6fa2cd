package hub

import (
	"switchboard/hub/link"
	"switchboard/storage/entry"
)

// endSessions closes the sockets of a session that was signed out, or of a
// user that was disabled. The caller holds the lock.
func (org *orgState) endSessions(e *entry.Entry) {
	switch c := org.catalog(); {
	case c.Rights.EndsSession(e):
		for s := range org.sockets {
			if s.principal.Load().Session == e.ID {
				s.dismiss(link.SignedOut)
			}
		}
	case c.Rights.EndsPerson(e):
		for s := range org.sockets {
			if s.principal.Load().User == e.ID {
				s.dismiss(link.Disabled)
			}
		}
	}
}

// resyncConcerned asks sockets for fresh snapshots if the entry changed which
// records they see, because no other entry announces those records. The
// caller holds the lock.
func (org *orgState) resyncConcerned(e *entry.Entry) {
	c := org.catalog()
	if !c.Visibility.ChangedBy(e) {
		return
	}
	for name, r := range org.rooms {
		for _, g := range r.groups {
			for _, s := range g.sockets {
				if s.reload == nil && c.Visibility.Moved(e, s.principal.Load(), r.topic) && !s.subscriptionTo(r).resyncAsked {
					org.resync(s, name)
				}
			}
		}
	}
}
