package presence

import (
	"sync"
	"time"

	"switchboard/storage/id"
)

// peer is the state of another node. The reports about its sockets are in the
// rosters.
type peer struct {
	node    string
	rosters *rosters
	source  source // changes under the lock

	mu    sync.Mutex
	dead  bool // it was dropped: another peer takes its place
	beat  int64
	heard heard     // how far its messages and sheets were followed
	seen  time.Time // when it last renewed, by this node's clock
	// missing reports that its lease is not there: nodes that start now can't read
	// its sockets.
	missing bool
	timed   bool // its clock is known
	// organizations are those in which it has users.
	organizations map[id.ID]bool
}

func newPeer(node string, all *rosters) *peer {
	return &peer{node: node, rosters: all, seen: time.Now(), organizations: map[id.ID]bool{}, heard: newHeard()}
}

// locked runs do under the lock, which all methods below need. It returns false if
// the node was dropped.
func (o *peer) locked(do func()) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.dead {
		return false
	}
	do()
	return true
}

// clock updates the node's clock from a message.
func (o *peer) clock(at int64, now time.Time) {
	if skew := now.Sub(time.UnixMilli(at)); !o.timed || skew < time.Duration(o.source.skew.Load()) {
		o.set(skew)
	}
}

// set sets the node's clock, which may move its users' times.
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

// renewed records that the node renewed its lease.
func (o *peer) renewed(l lease, now time.Time) {
	o.clock(l.At, now)
	o.beat, o.seen = l.Beat, now
	o.source.gone.Store(false)
}

// change changes the node's reports about an organization.
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

// hear applies a message, and reports whether an earlier one is missing.
func (o *peer) hear(organization id.ID, d *delta) (gap bool) {
	news, gap := o.heard.message(organization, d)
	if !news {
		return false
	}
	o.clock(d.At, time.Now())
	o.change(organization, func(r *roster, told activities) { told.hear(d, r.doubt) })
	return gap
}

// sheet applies an organization's sheet.
func (o *peer) sheet(organization id.ID, stands int64, said map[id.ID]nodeActivity) {
	if o.heard.sheet(organization, stands) {
		o.replace(organization, stands, said)
	}
}

// replace replaces the node's reports about an organization up to a serial and keeps
// later ones.
func (o *peer) replace(organization id.ID, serial int64, said map[id.ID]nodeActivity) {
	o.change(organization, func(r *roster, told activities) { told.replace(serial, said, r.doubt) })
}

// caughtUp applies the node's index after its sheets were read. Organizations that
// are no longer in it have no users there.
func (o *peer) caughtUp(stands map[id.ID]int64, at int64) {
	for _, organization := range o.heard.ended(stands, at) {
		o.replace(organization, at, nil)
	}
	o.heard.caughtUp(stands, at)
}

// replaceAll replaces the users that a lease hands on. The peer stands for the nodes
// that had them.
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

// handOn adds the node's last known users to a lease.
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

// cut counts all sockets of a node that is gone as closed when it was last heard.
func (o *peer) cut(heard time.Time) {
	o.source.gone.Store(true)
	o.heard = newHeard() // when it returns, it is read completely
	left := activity(-heard.Add(-time.Duration(o.source.skew.Load())).UnixMilli())
	for organization := range o.organizations {
		o.change(organization, func(r *roster, told activities) { told.cut(left, r.doubt) })
	}
}

// bury drops all of the node's reports.
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
