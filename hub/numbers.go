package hub

import (
	"time"

	"switchboard/hub/projection"
	"switchboard/hub/topic"
	"switchboard/storage/entry"
)

// What a number's topic tells is not in the log: it follows from records that most of its
// readers may not see. So an entry of such a record asks them to look again, whatever they
// may see of it, and tells them nothing else. Who comes back after a cut looks again, too.

// standingsMoved asks those who follow a number to look again where an entry may have
// changed how it stands. The caller holds the lock.
func (a *audience) standingsMoved(e *entry.Entry, now time.Time) {
	rooms := a.roomsByKind[roomKind{kind: topic.Number}]
	if len(rooms) == 0 {
		return
	}
	named, all := a.catalog().Numbers(e)
	if all {
		for r := range rooms {
			a.lookAgain(r, now)
		}
		return
	}
	for _, about := range named {
		if r := a.rooms[about.Name()]; r != nil {
			a.lookAgain(r, now)
		}
	}
}

// lookAgain asks the sockets of a room that were not asked since their last snapshot. It
// asks those whose rights are being read, too: a request shows nothing. The caller holds
// the lock.
func (a *audience) lookAgain(r *room, now time.Time) {
	at := r.nextResync(now, a.node.options.ResyncEvery)
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
	a.node.metrics.resyncs.Add(float64(asked))
}
