package presence

import (
	"encoding/json"
	"sync"

	"switchboard/storage/id"
	"switchboard/storage/panics"
	"switchboard/storage/row"
)

// Broadcaster sends a changed dot to the organization's sockets. Of several changes
// within 250 ms it sends the latest, in one packet (the hub does).
type Broadcaster interface {
	PresenceChanged(organization, user id.ID, presence json.RawMessage)
}

// listeners receive changes: the sockets that show dots, and the calls that depend on
// users' availability.
type listeners struct {
	panics  *panics.Catcher
	reached func(organization, user id.ID)

	mu  sync.RWMutex
	out Broadcaster
}

// listen sets the receiver of dots.
func (l *listeners) listen(out Broadcaster) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.out = out
}

// broadcaster returns the receiver of dots, or nil.
func (l *listeners) broadcaster() Broadcaster {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.out
}

// notify sends an organization's dots, and reports users whose availability changed
// to calls. A panic affects only its own user. failed are the users whose dot was not
// sent because of one.
func (l *listeners) notify(organization id.ID, dots []Dot, moved []id.ID) (failed []id.ID) {
	if l.reached != nil {
		for _, user := range moved {
			l.panics.Round(panics.Presence, func() { l.reached(organization, user) })
		}
	}
	out := l.broadcaster()
	for _, d := range dots {
		if !l.panics.Round(panics.Presence, func() { out.PresenceChanged(organization, d.ID, row.JSONValue(d)) }) {
			failed = append(failed, d.ID)
		}
	}
	return failed
}
