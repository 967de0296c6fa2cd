package users

import (
	"context"
	"encoding/json"
	"time"

	"switchboard/storage/id"
)

// How nodes tell each other of their sockets (architecture §3: one lease per node).
const (
	// leaseGroup is the group of the nodes' leases, by node.
	leaseGroup = "presence"
	// socketsTopic is between nodes alone: it names no topic of a client.
	socketsTopic = "presence:sockets"
	socketsEvent = "sockets"

	// nodeTime is how long a node that does not renew counts as alive.
	nodeTime  = 10 * time.Second
	renewTime = 3 * time.Second
	// changeGap is between two renewals because of changes, heavyGap where the
	// lease is larger than heavyLease: the deltas have told the others already.
	changeGap  = 250 * time.Millisecond
	heavyGap   = time.Second
	heavyLease = 64 << 10
	// publishGap gathers a storm of connections into few messages; the first change
	// after a pause leaves at once.
	publishGap = 20 * time.Millisecond
	// callTime bounds one call of the leases.
	callTime = 2 * time.Second

	// maxNodes bounds how many other nodes are believed in.
	maxNodes = 256
	// maxDelta is how many users one message names: below 16 KiB.
	maxDelta = 250
)

// Leases is what presence needs of storage/ephemeral.
type Leases interface {
	Hold(ctx context.Context, group, member string, value []byte, ttl time.Duration) error
	Release(ctx context.Context, group, member string) error
	List(ctx context.Context, group string) (map[string][]byte, error)
}

// Nodes are the other processes that have sockets of the same organisations. The
// zero value is a single node.
type Nodes struct {
	// Node is this process's id, a new one at every start.
	Node string
	// Leases keep what each node last said of its sockets.
	Leases Leases
	// Publish tells all nodes of a change at once (storage/broker); what is lost
	// comes with the next lease.
	Publish func(organization id.ID, topic, name string, payload json.RawMessage) error
}

func (n Nodes) several() bool { return n.Leases != nil && n.Node != "" }

// mark is what a node says of one user: 0 is somebody there, a time (Unix
// milliseconds) is open sockets and nobody there since, a negative time is the
// last socket gone at it.
type mark int64

// note is a mark with the change of its node that made it.
type note struct {
	mark mark
	rev  int64
}

// lease is the value of a node's lease: all its sockets.
type lease struct {
	// Beat rises with every renewal: it tells a renewed lease from an old one
	// without comparing two machines' clocks.
	Beat int64 `json:"b"`
	// Rev is the last change that is in it.
	Rev int64 `json:"r"`
	// At is the node's clock, Unix milliseconds.
	At int64 `json:"t"`
	// Settled says that the node has been up long enough to know who is not there.
	Settled bool                     `json:"s,omitempty"`
	Sockets map[id.ID]map[id.ID]mark `json:"o,omitempty"`
}

// delta is a message between nodes: what changed in one organisation.
type delta struct {
	Node  string         `json:"n"`
	Rev   int64          `json:"r"`
	At    int64          `json:"t"`
	Users map[id.ID]mark `json:"u"`
}

// peer is what is known of another node. Guarded by Presence.mu.
type peer struct {
	beat int64
	rev  int64     // of the last lease that was taken
	seen time.Time // when it last renewed, by this node's clock
	gone bool      // its lease ended for long: all its sockets count as cut
	// missing says that its lease is not there, for whatever reason: those that
	// start now read nothing of its sockets.
	missing bool
	// skew is how much the own clock is ahead of the node's: the least that was
	// seen, because what it says is some time on its way.
	skew  time.Duration
	timed bool
	notes map[id.ID]map[id.ID]note
}

// clock takes the node's clock from what it just said.
func (o *peer) clock(at int64, now time.Time) {
	if skew := now.Sub(time.UnixMilli(at)); !o.timed || skew < o.skew {
		o.skew, o.timed = skew, true
	}
}

// local is a mark by this node's clock.
func (o *peer) local(m mark) mark {
	switch {
	case m > 0:
		return max(m+mark(o.skew.Milliseconds()), 1)
	case m < 0:
		return min(m-mark(o.skew.Milliseconds()), -1)
	default:
		return 0
	}
}

// view is a user's sockets at all nodes together.
type view struct {
	open, active bool
	input, left  time.Time
}

// with adds what one node tells of the user.
func (v view) with(m mark) view {
	switch {
	case m == 0:
		v.open, v.active = true, true
	case m > 0:
		v.open, v.input = true, later(v.input, time.UnixMilli(int64(m)))
	default:
		v.left = later(v.left, time.UnixMilli(-int64(m)))
	}
	return v
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// view joins what this node and the others know of a user, under the lock. The own
// sockets are what they are, whatever others say.
func (p *Presence) view(organization, user id.ID, u *person) view {
	v := view{open: len(u.sockets) > 0, input: u.input, left: u.left}
	for _, active := range u.sockets {
		v.active = v.active || active
	}
	for _, other := range p.peers {
		if n, known := other.notes[organization][user]; known {
			v = v.with(other.local(n.mark))
		}
	}
	return v
}

// mark is what this node tells the others of a user; false for one it never saw.
func (u *person) mark() (mark, bool) {
	for _, active := range u.sockets {
		if active {
			return 0, true
		}
	}
	switch {
	case len(u.sockets) > 0:
		return mark(u.input.UnixMilli()), true
	case u.left.IsZero():
		return 0, false
	default:
		return mark(-u.left.UnixMilli()), true
	}
}

// unsure tells whether absence may only mean that this node has not heard yet.
// Where another node knows for longer, one turn of its leases is enough.
func (p *Presence) unsure(now time.Time) bool {
	if p.nodes.several() && !p.listed {
		return true
	}
	up := now.Sub(p.start)
	return up < leaseTime && (!p.guided || up < nodeTime)
}

// Fleeting takes what another node tells of its sockets (broker.Listener); other
// topics are none of its business. It never blocks.
func (p *Presence) Fleeting(organization id.ID, topic, _ string, payload json.RawMessage) {
	if topic != socketsTopic || !p.nodes.several() {
		return
	}
	var d delta
	if err := json.Unmarshal(payload, &d); err != nil || d.Node == "" {
		p.logger.Warn("what a node told of its sockets is not understood", "organization", organization, "error", err)
		return
	}
	if d.Node == p.nodes.Node || len(d.Users) > maxDelta {
		return
	}
	p.mu.Lock()
	if other := p.peer(d.Node); other != nil && d.Rev > other.rev {
		other.clock(d.At, time.Now())
		users := other.notes[organization]
		if users == nil {
			users = map[id.ID]note{}
			other.notes[organization] = users
		}
		for user, m := range d.Users {
			if d.Rev > users[user].rev {
				users[user] = note{m, d.Rev}
				p.doubt(organization, user)
			}
		}
	}
	p.mu.Unlock()
	p.poke()
}

// peer finds another node's, under the lock; nil where there are too many.
func (p *Presence) peer(node string) *peer {
	other := p.peers[node]
	if other == nil && len(p.peers) < maxNodes {
		other = &peer{seen: time.Now(), notes: map[id.ID]map[id.ID]note{}}
		p.peers[node] = other
	}
	return other
}

// doubt says that a user's dot may have changed, under the lock. Of organisations
// that nobody asked for here only the sockets are kept.
func (p *Presence) doubt(organization, user id.ID) {
	if r := p.rosters[organization]; r != nil {
		r.dirty[user] = true
	}
}

// take replaces what is known of a node by its lease, under the lock; deltas that
// are newer than the lease stay.
func (p *Presence) take(other *peer, l lease) {
	for organization, users := range other.notes {
		for user, n := range users {
			if _, stays := l.Sockets[organization][user]; n.rev > l.Rev || stays {
				continue
			}
			delete(users, user)
			p.doubt(organization, user)
		}
		if len(users) == 0 {
			delete(other.notes, organization)
		}
	}
	for organization, sockets := range l.Sockets {
		users := other.notes[organization]
		if users == nil {
			users = make(map[id.ID]note, len(sockets))
			other.notes[organization] = users
		}
		for user, m := range sockets {
			have, known := users[user]
			if known && have.rev > l.Rev {
				continue
			}
			users[user] = note{m, l.Rev}
			if !known || have.mark != m {
				p.doubt(organization, user)
			}
		}
	}
	now := time.Now()
	other.clock(l.At, now)
	other.beat, other.rev, other.seen, other.gone = l.Beat, max(other.rev, l.Rev), now, false
}

// sweep looks after nodes that are not among the leases, under the lock. A lease
// that vanished may have been flushed: its node has time to renew it. The sockets
// of one that is gone were cut when it was last heard of.
func (p *Presence) sweep(leases map[string]lease, now time.Time) {
	for node, other := range p.peers {
		_, held := leases[node]
		if other.missing = !held; held {
			continue
		}
		heard := later(other.seen, p.healthy)
		switch silent := now.Sub(heard); {
		case silent >= nodeTime+leaseTime:
			delete(p.peers, node)
		case silent >= nodeTime && !other.gone:
			other.gone = true
			for organization, users := range other.notes {
				for user, n := range users {
					if n.mark >= 0 {
						users[user] = note{mark(-heard.Add(-other.skew).UnixMilli()), n.rev}
						p.doubt(organization, user)
					}
				}
			}
		}
	}
}
