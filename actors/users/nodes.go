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
	// maxDelta is how many marks one message has: below 16 KiB.
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
	// Inputs has, of those that left, when there was input the last time. Who is not
	// in it was there until he left.
	Inputs map[id.ID]map[id.ID]mark `json:"i,omitempty"`
}

// delta is a message between nodes: what changed in one organisation.
type delta struct {
	Node   string         `json:"n"`
	Rev    int64          `json:"r"`
	At     int64          `json:"t"`
	Users  map[id.ID]mark `json:"u"`
	Inputs map[id.ID]mark `json:"i,omitempty"` // as in a lease
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
				users[user] = note{m, d.Inputs[user], d.Rev}
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
			now := note{m, l.Inputs[organization][user], l.Rev}
			users[user] = now
			if !known || have.mark != now.mark || have.input != now.input {
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
						users[user] = note{mark(-heard.Add(-other.skew).UnixMilli()), n.mark, n.rev}
						p.doubt(organization, user)
					}
				}
			}
		}
	}
}
