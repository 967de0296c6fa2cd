package presence

import (
	"encoding/json"
	"sync"

	"switchboard/storage/id"
	"switchboard/storage/panics"
	"switchboard/storage/row"
)

// Broadcaster carries a changed dot to the organization's sockets; of several
// changes within 250 ms it sends the latest, in one packet (the hub does).
type Broadcaster interface {
	PresenceChanged(organization, user id.ID, presence json.RawMessage)
}

// listeners are those who hear of what changed: sockets of dots, calls of users whom they
// may ring for since now, or no more.
type listeners struct {
	panics  *panics.Catcher
	reached func(organization, user id.ID)

	mu  sync.RWMutex
	out Broadcaster
}

// listen has somebody told of dots.
func (l *listeners) listen(out Broadcaster) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.out = out
}

// broadcaster is who is told of dots; nil where nobody is yet.
func (l *listeners) broadcaster() Broadcaster {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.out
}

// tell tells of an organization's dots, and calls of users who moved. A panic about one
// costs the others nothing; failed are those of whose dot nobody heard for that.
func (l *listeners) tell(organization id.ID, dots []Dot, moved []id.ID) (failed []id.ID) {
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
