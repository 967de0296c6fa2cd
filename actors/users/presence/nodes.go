package presence

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"switchboard/storage/ephemeral"
	"switchboard/storage/id"
)

// How nodes tell each other of their sockets.
const (
	// leaseGroup is the group of the nodes' leases and sheets, by node.
	leaseGroup = "presence:nodes"
	// socketsTopic is between nodes alone: it names no topic of a client.
	socketsTopic = "presence:sockets"
	socketsEvent = "sockets"

	// nodeTime is how long a node that does not renew counts as alive.
	nodeTime  = 10 * time.Second
	renewTime = 3 * time.Second
	// changeGap is between two times that changes are written: the deltas have told the
	// others already.
	changeGap = 250 * time.Millisecond
	// publishGap gathers a storm of connections into few messages; the first change
	// after a pause leaves at once.
	publishGap = 20 * time.Millisecond
	// callTime bounds one call of the leases.
	callTime = 2 * time.Second

	// maxNodes bounds the other nodes that are followed.
	maxNodes = 256
	// maxDelta is how many activities one message has: below 16 KiB.
	maxDelta = 250
)

// Leases is what presence needs of storage/ephemeral.
type Leases interface {
	Hold(ctx context.Context, group, member string, value []byte, ttl time.Duration) error
	Release(ctx context.Context, group, member string) error
	List(ctx context.Context, group string) (map[string][]byte, error)
	Write(ctx context.Context, group, member string, changes map[string]ephemeral.Change, ttl time.Duration) (lost []string, err error)
	Read(ctx context.Context, group, member string, names ...string) (map[string]ephemeral.Sheet, error)
	Erase(ctx context.Context, group, member string, names ...string) error
}

// Nodes are the other processes that have sockets of the same organizations. The
// zero value is a single node.
type Nodes struct {
	// Node is this process's id, a new one at every start.
	Node string
	// Leases keep that each node lives, and in sheets what it last said of its sockets.
	Leases Leases
	// Publish tells all nodes of a change at once (storage/broker); what is lost is read
	// in the sheets.
	Publish func(organization id.ID, topic, name string, payload json.RawMessage) error
}

func (n Nodes) several() bool { return n.Leases != nil && n.Node != "" }

// lease is the value of a node's lease. Its sockets are in its sheets (sheets.go).
type lease struct {
	// Beat rises with every renewal: it tells a renewed lease from an old one
	// without comparing two machines' clocks.
	Beat int64 `json:"b"`
	// Rev is the last change that is in the sheets.
	Rev int64 `json:"r"`
	// Was is the last change when it was renewed the time before: whoever has not heard
	// those up to it will not.
	Was int64 `json:"w,omitempty"`
	// At is the node's clock, Unix milliseconds.
	At int64 `json:"t"`
	// Sure says that the node has been up long enough to know who is not there.
	Sure bool `json:"s,omitempty"`
	// Sockets are those whom nodes without a lease had a moment ago.
	Sockets map[id.ID]map[id.ID]activity `json:"o,omitempty"`
	// Inputs has, of those that left, when there was input the last time. Who is not
	// in it was there until he left.
	Inputs map[id.ID]map[id.ID]activity `json:"i,omitempty"`
}

// delta is a message between nodes: what changed in one organization.
type delta struct {
	Node string `json:"n"`
	// Rev is the message's own serial: each of a node's has the next. Prev is that of the
	// message before it of the same organization, 0 for none: whoever did not hear that
	// one has missed something.
	Rev    int64              `json:"r"`
	Prev   int64              `json:"p,omitempty"`
	At     int64              `json:"t"`
	Users  map[id.ID]activity `json:"u"`
	Inputs map[id.ID]activity `json:"i,omitempty"` // as in a lease
	Left   []id.ID            `json:"l,omitempty"` // of whom it tells nothing any more
}

// peer is what is known of another node.
type peer struct {
	node string
	// skew is how much the own clock is ahead of the node's: the least that was
	// seen, because what it says is some time on its way.
	skew atomic.Int64
	// gone says that its lease ended for long: all its sockets count as cut. It changes
	// under the lock.
	gone atomic.Bool

	mu    sync.Mutex
	dead  bool // it is forgotten: another peer takes its place
	beat  int64
	heard heard     // how far its messages and sheets were followed
	seen  time.Time // when it last renewed, by this node's clock
	// missing says that its lease is not there, for whatever reason: those that
	// start now read nothing of its sockets.
	missing bool
	timed   bool // skew is known
	// organizations are those in which it has users.
	organizations map[id.ID]bool
}

// clock takes the node's clock from what it just said; true where that moves the
// moments of its users.
func (o *peer) clock(at int64, now time.Time) (moved bool) {
	skew := now.Sub(time.UnixMilli(at))
	if o.timed && skew >= time.Duration(o.skew.Load()) {
		return false
	}
	moved = !o.timed || skew.Milliseconds() != time.Duration(o.skew.Load()).Milliseconds()
	o.timed = true
	o.skew.Store(int64(skew))
	return moved
}

// hears takes the node's clock, under the peer's lock.
func (p *Tracker) hears(other *peer, at int64, now time.Time) {
	if !other.clock(at, now) {
		return
	}
	for organization := range other.organizations {
		p.with(organization, func(r *roster) { p.doubtAll(r) })
	}
}

// unsure tells whether absence may only mean that this node has not heard yet.
func (p *Tracker) unsure(now time.Time) bool { return p.ignorance(now) > 0 }

// ignorance is for how much longer absence may only mean that this node has not heard
// yet. Where another node is sure already, having read its lease once is enough.
func (p *Tracker) ignorance(now time.Time) time.Duration {
	p.mu.RLock()
	defer p.mu.RUnlock()
	switch {
	case p.nodes.several() && !p.listed:
		return leaseTime
	case p.guided:
		return p.start.Add(nodeTime).Sub(now)
	default:
		return p.start.Add(leaseTime).Sub(now)
	}
}

// Fleeting takes what another node tells of its sockets (broker.Listener); other
// topics are none of its business. It never blocks.
func (p *Tracker) Fleeting(organization id.ID, topic, _ string, payload json.RawMessage) {
	if topic != socketsTopic || !p.nodes.several() {
		return
	}
	var d delta
	if err := json.Unmarshal(payload, &d); err != nil || d.Node == "" {
		p.logger.Warn("what a node told of its sockets is not understood", "organization", organization, "error", err)
		return
	}
	if d.Node == p.nodes.Node || len(d.Users)+len(d.Left) > maxDelta {
		return
	}
	p.peer(d.Node, func(other *peer) { p.hear(other, organization, &d) })
	p.poke()
}

// hear takes over what a node told of its sockets, under the peer's lock.
func (p *Tracker) hear(other *peer, organization id.ID, d *delta) {
	news, gap := other.heard.message(organization, d)
	if !news {
		return
	}
	p.hears(other, d.At, time.Now())
	p.with(organization, func(r *roster) {
		activities := r.of(other)
		for user, m := range d.Users {
			if d.Rev > activities[user].rev {
				activities[user] = nodeActivity{m, d.Inputs[user], d.Rev}
				p.doubt(r, user)
			}
		}
		for _, user := range d.Left {
			if n, known := activities[user]; known && d.Rev > n.rev {
				delete(activities, user)
				p.doubt(r, user)
			}
		}
		if len(activities) == 0 {
			p.without(r, other)
		}
	})
	if gap {
		signal(p.gapped)
	}
}

// of gives the activities that another node tells, under its lock and the roster's.
func (r *roster) of(other *peer) map[id.ID]nodeActivity {
	activities := r.others[other]
	if activities == nil {
		activities = map[id.ID]nodeActivity{}
		r.others[other] = activities
		other.organizations[r.organization] = true
	}
	return activities
}

// peer does something with another node's under its lock; nothing where there are too many.
func (p *Tracker) peer(node string, do func(*peer)) {
	for other := p.believed(node); other != nil; other = p.believed(node) {
		if other.locked(func() { do(other) }) {
			return
		}
	}
}

// believed finds another node's.
func (p *Tracker) believed(node string) *peer {
	p.mu.Lock()
	defer p.mu.Unlock()
	other := p.peers[node]
	if other == nil && len(p.peers) < maxNodes {
		other = &peer{node: node, seen: time.Now(), organizations: map[id.ID]bool{}, heard: newHeard()}
		p.peers[node] = other
	}
	return other
}

// locked does something under the lock; false where the node was forgotten.
func (o *peer) locked(do func()) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.dead {
		return false
	}
	do()
	return true
}

// take replaces what is known of whom a node hands on by its lease, under the peer's lock.
func (p *Tracker) take(other *peer, l lease) {
	for organization := range other.organizations {
		p.with(organization, func(r *roster) {
			activities := r.of(other)
			for user, n := range activities {
				if _, stays := l.Sockets[organization][user]; n.rev > l.Beat || stays {
					continue
				}
				delete(activities, user)
				p.doubt(r, user)
			}
			if len(activities) == 0 {
				p.without(r, other)
			}
		})
	}
	for organization, sockets := range l.Sockets {
		p.with(organization, func(r *roster) {
			activities := r.of(other)
			for user, m := range sockets {
				have, known := activities[user]
				if known && have.rev > l.Beat {
					continue
				}
				now := nodeActivity{m, l.Inputs[organization][user], l.Beat}
				activities[user] = now
				if !known || have.activity != now.activity || have.input != now.input {
					p.doubt(r, user)
				}
			}
		})
	}
	now := time.Now()
	p.hears(other, l.At, now)
	other.beat, other.seen = l.Beat, now
	other.gone.Store(false)
}

// without drops what a node told of an organization, under its lock and the roster's.
func (p *Tracker) without(r *roster, other *peer) {
	delete(r.others, other)
	delete(other.organizations, r.organization)
	if !r.wanted {
		p.agenda.now(r) // it may be empty
	}
}

// sweep looks after nodes that are not among the leases. A lease that vanished may have
// been flushed: its node has time to renew it. The sockets of one that is gone were cut
// when it was last heard of.
func (p *Tracker) sweep(held map[string]bool, now time.Time) {
	healthy, peers := p.company()
	for _, other := range peers {
		other.locked(func() {
			if other.missing = !held[other.node]; !other.missing {
				return
			}
			heard := later(other.seen, healthy)
			switch silent := now.Sub(heard); {
			case silent >= nodeTime+leaseTime:
				p.bury(other)
			case silent >= nodeTime && !other.gone.Load():
				other.gone.Store(true)
				p.cut(other, heard)
			}
		})
	}
}

// company gives the other nodes, and since when the leases can be read.
func (p *Tracker) company() (healthy time.Time, peers []*peer) {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return p.healthy, slices.Collect(maps.Values(p.peers))
}

// bury forgets a node, under its lock.
func (p *Tracker) bury(other *peer) {
	for organization := range other.organizations {
		p.with(organization, func(r *roster) {
			for user := range r.others[other] {
				p.doubt(r, user)
			}
			p.without(r, other)
		})
	}
	other.dead = true
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.peers, other.node)
}

// cut counts all sockets of a node as closed when it was last heard, under its lock.
func (p *Tracker) cut(other *peer, heard time.Time) {
	other.heard = newHeard() // when it is back, it is read whole
	left := activity(-heard.Add(-time.Duration(other.skew.Load())).UnixMilli())
	for organization := range other.organizations {
		p.with(organization, func(r *roster) {
			activities := r.others[other]
			for user, n := range activities {
				if n.activity >= 0 {
					activities[user] = nodeActivity{left, n.activity, n.rev}
					p.doubt(r, user)
				}
			}
		})
	}
}
