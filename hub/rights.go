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
			if p := s.principal.Load(); p.User == e.ID || p.Viewer == e.ID {
				s.dismiss(link.Disabled)
			}
		}
	}
}
