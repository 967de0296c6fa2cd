package presence

import (
	"sync"
	"time"

	"switchboard/storage/id"
)

// peer is what is known of another node; what it told of its sockets is in the rosters.
type peer struct {
	node    string
	rosters *rosters
	source  source // changes under the lock

	mu    sync.Mutex
	dead  bool // it is forgotten: another peer takes its place
	beat  int64
	heard heard     // how far its messages and sheets were followed
	seen  time.Time // when it last renewed, by this node's clock
	// missing says that its lease is not there, for whatever reason: those that
	// start now read nothing of its sockets.
	missing bool
	timed   bool // its clock is known
	// organizations are those in which it has users.
	organizations map[id.ID]bool
}

func newPeer(node string, all *rosters) *peer {
	return &peer{node: node, rosters: all, seen: time.Now(), organizations: map[id.ID]bool{}, heard: newHeard()}
}

// locked does something under the lock, as all that follows is; false where the node was
// forgotten.
func (o *peer) locked(do func()) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.dead {
		return false
	}
	do()
	return true
}

// clock takes the node's clock from what it just said.
func (o *peer) clock(at int64, now time.Time) {
	if skew := now.Sub(time.UnixMilli(at)); !o.timed || skew < time.Duration(o.source.skew.Load()) {
		o.set(skew)
	}
}

// set sets the node's clock. The moments of its users may move with it.
func (o *peer) set(skew time.Duration) {
	was := time.Duration(o.source.skew.Swap(int64(skew)))
	if o.timed && skew.Milliseconds() == was.Milliseconds() {
		return
	}
	o.timed = true
	for organization := range o.organizations {
		o.rosters.with(organization, (*roster).doubtAll)
	}
}

// renewed takes that the node renewed its lease.
func (o *peer) renewed(l lease, now time.Time) {
	o.clock(l.At, now)
	o.beat, o.seen = l.Beat, now
	o.source.gone.Store(false)
}

// change changes what the node told of an organization.
func (o *peer) change(organization id.ID, do func(r *roster, told activities)) {
	o.rosters.with(organization, func(r *roster) {
		told := r.others.of(&o.source)
		do(r, told)
		if len(told) > 0 {
			o.organizations[organization] = true
			return
		}
		delete(r.others, &o.source)
		delete(o.organizations, organization)
		if !r.wanted {
			r.soon() // it may be empty
		}
	})
}

// hear takes over a message; true where one before it is missing.
func (o *peer) hear(organization id.ID, d *delta) (gap bool) {
	news, gap := o.heard.message(organization, d)
	if !news {
		return false
	}
	o.clock(d.At, time.Now())
	o.change(organization, func(r *roster, told activities) { told.hear(d, r.doubt) })
	return gap
}

// sheet takes over an organization's sheet.
func (o *peer) sheet(organization id.ID, stands int64, said map[id.ID]nodeActivity) {
	if o.heard.sheet(organization, stands) {
		o.replace(organization, stands, said)
	}
}

// replace replaces what the node told of an organization up to a serial; what it told later
// stays.
func (o *peer) replace(organization id.ID, serial int64, said map[id.ID]nodeActivity) {
	o.change(organization, func(r *roster, told activities) { told.replace(serial, said, r.doubt) })
}

// caughtUp takes over the node's index when the sheets that it names were read.
// Organizations that it does not name any more have nobody there.
func (o *peer) caughtUp(stands map[id.ID]int64, at int64) {
	for _, organization := range o.heard.ended(stands, at) {
		o.replace(organization, at, nil)
	}
	o.heard.caughtUp(stands, at)
}

// replaceAll replaces the users whom a lease hands on; the peer stands for the nodes that
// had them.
func (o *peer) replaceAll(l lease) {
	organizations := map[id.ID]bool{}
	for organization := range o.organizations {
		organizations[organization] = true
	}
	for organization := range l.Sockets {
		organizations[organization] = true
	}
	for organization := range organizations {
		o.replace(organization, l.Beat, l.said(organization))
	}
}

// handOn adds the users whom the node had when it was last heard of to a lease.
func (o *peer) handOn(l *lease, last, now time.Time) {
	heard := activity(-last.UnixMilli())
	for organization := range o.organizations {
		o.rosters.with(organization, func(r *roster) {
			for user, n := range r.others[&o.source] {
				n = o.source.here(n)
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

// cut counts all sockets of the node, which is gone, as closed when it was last heard.
func (o *peer) cut(heard time.Time) {
	o.source.gone.Store(true)
	o.heard = newHeard() // when it is back, it is read whole
	left := activity(-heard.Add(-time.Duration(o.source.skew.Load())).UnixMilli())
	for organization := range o.organizations {
		o.change(organization, func(r *roster, told activities) { told.cut(left, r.doubt) })
	}
}

// bury forgets all that the node told.
func (o *peer) bury() {
	for organization := range o.organizations {
		o.change(organization, func(r *roster, told activities) {
			for user := range told {
				r.doubt(user)
			}
			clear(told)
		})
	}
	o.dead = true
}
