package hub

import (
	"time"

	"switchboard/hub/projection"
	"switchboard/hub/topic"
	"switchboard/storage/entry"
)

// The state of a number is not in the log: it follows from records that most
// of its readers may not see. An entry of such a record therefore only asks
// them to take a fresh snapshot. Clients that recover take one, too.

// resyncNumbers asks the subscribers of a number to take a fresh snapshot if
// an entry may have changed its state. The caller holds the lock.
func (org *orgState) resyncNumbers(e *entry.Entry, now time.Time) {
	rooms := org.roomsByKind[roomKind{kind: topic.PhoneNumber}]
	if len(rooms) == 0 {
		return
	}
	named, all := org.catalog().Numbers(e)
	if all {
		for r := range rooms {
			org.resyncNumber(r, now)
		}
		return
	}
	for _, about := range named {
		if r := org.rooms[about.Name()]; r != nil {
			org.resyncNumber(r, now)
		}
	}
}

// resyncNumber asks the sockets of a room that were not asked since their last
// snapshot, including those whose permissions are being reloaded: the request
// reveals nothing. The caller holds the lock.
func (org *orgState) resyncNumber(r *room, now time.Time) {
	at := r.nextResync(now, org.node.options.ResyncEvery)
	frame, asked := projection.ResyncIn(r.name, at.Sub(now).Round(time.Millisecond)), 0
	for _, g := range r.groups {
		for _, s := range g.sockets {
			if sub := s.subscriptionTo(r); !sub.resyncAsked {
				sub.resyncAsked = true
				s.link.Send(frame)
				asked++
			}
		}
	}
	if asked > 0 {
		r.resyncAt = at
	}
	org.node.metrics.resyncs.Add(float64(asked))
}
