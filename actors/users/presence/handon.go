package presence

import (
	"time"

	"switchboard/storage/id"
)

// handedOn is the suffix of the peer under which a node's lease tells of sockets that
// other nodes had.
const handedOn = " handed on"

// lease is what this node's lease says now: that it lives, what its sheets contain, and
// whom nodes without a lease had a moment ago, for those that start now.
func (p *Tracker) lease() lease {
	now := time.Now()
	l := lease{
		Beat: p.beat.Add(1), Rev: p.sheets.rev.Load(), At: now.UnixMilli(), Sure: !p.unsure(now),
		Sockets: map[id.ID]map[id.ID]activity{}, Inputs: map[id.ID]map[id.ID]activity{},
	}
	healthy, peers := p.company()
	for _, other := range peers {
		other.locked(func() {
			if other.missing {
				p.handOn(&l, other, later(other.seen, healthy), now)
			}
		})
	}
	return l
}

// put keeps the most that is known of a user: an open socket before a closed one, the
// later of two closings, and the latest input.
func (l *lease) put(organization, user id.ID, n nodeActivity) {
	users := l.Sockets[organization]
	if users == nil {
		users = map[id.ID]activity{}
		l.Sockets[organization] = users
	}
	have, known := users[user]
	if known && have >= 0 {
		return
	}
	inputs := l.Inputs[organization]
	if known && n.activity < 0 {
		n.input = max(n.lastInput(), nodeActivity{activity: have, input: inputs[user]}.lastInput())
		n.activity = min(n.activity, have)
	}
	users[user] = n.activity
	delete(inputs, user)
	if n.activity >= 0 || n.input == 0 {
		return
	}
	if inputs == nil {
		inputs = map[id.ID]activity{}
		l.Inputs[organization] = inputs
	}
	inputs[user] = n.input
}

// handOn adds the users whom a node without a lease had when it was last heard of, under
// its lock.
func (p *Tracker) handOn(l *lease, other *peer, last, now time.Time) {
	heard := activity(-last.UnixMilli())
	for organization := range other.organizations {
		p.with(organization, func(r *roster) {
			for user, n := range r.others[other] {
				n = other.here(n)
				if n.activity >= 0 {
					n = nodeActivity{activity: heard, input: n.activity}
				}
				if n.activity.recent(now) {
					l.put(organization, user, n)
				}
			}
		})
	}
}
