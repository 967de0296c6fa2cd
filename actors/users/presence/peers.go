package presence

import (
	"maps"
	"slices"
	"sync"
	"time"
)

// handedOn is the suffix of the peer for the sockets of other nodes in a node's
// lease.
const handedOn = " handed on"

// peers are the other known nodes. It is safe for concurrent use.
type peers struct {
	rosters *rosters

	mu  sync.RWMutex
	all map[string]*peer
}

func newPeers(all *rosters) *peers { return &peers{rosters: all, all: map[string]*peer{}} }

// with runs do for another node under its lock, or does nothing if there are too many
// nodes.
func (s *peers) with(node string, do func(*peer)) {
	for o := s.made(node); o != nil; o = s.made(node) {
		if o.locked(func() { do(o) }) {
			return
		}
	}
}

// made returns another node's peer, and creates it if necessary.
func (s *peers) made(node string) *peer {
	s.mu.Lock()
	defer s.mu.Unlock()
	o := s.all[node]
	if o == nil && len(s.all) < maxNodes {
		o = newPeer(node, s.rosters)
		s.all[node] = o
	}
	return o
}

// known lists the other nodes.
func (s *peers) known() []*peer {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return slices.Collect(maps.Values(s.all))
}

// forget drops a node.
func (s *peers) forget(node string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.all, node)
}

// take applies the leases: which nodes are alive, and the sockets of nodes without a
// lease that they hand on. Those belong to a peer of their own, to keep them apart
// from the sender's. readable is since when the leases are readable.
func (s *peers) take(leases map[string]lease, readable, now time.Time) {
	held := map[string]bool{}
	for node, l := range leases {
		held[node] = true
		var skew time.Duration
		s.with(node, func(o *peer) {
			if l.Beat > o.beat {
				o.renewed(l, now)
			}
			skew = time.Duration(o.source.skew.Load())
		})
		if len(l.Sockets) > 0 {
			held[node+handedOn] = true
			s.with(node+handedOn, func(o *peer) {
				if l.Beat > o.beat {
					o.set(skew) // it uses the same clock
					o.replaceAll(l)
					o.renewed(l, now)
				}
			})
		}
	}
	s.sweep(held, readable, now)
}

// sweep checks nodes without a lease. A missing lease may have been flushed, so its
// node gets time to renew it. The sockets of a node that is gone were closed when it
// was last heard.
func (s *peers) sweep(held map[string]bool, readable, now time.Time) {
	for _, o := range s.known() {
		o.locked(func() {
			if o.missing = !held[o.node]; !o.missing {
				return
			}
			heard := later(o.seen, readable)
			switch silent := now.Sub(heard); {
			case silent >= nodeTime+leaseTime:
				o.bury()
				s.forget(o.node)
			case silent >= nodeTime && !o.source.gone.Load():
				o.cut(heard)
			}
		})
	}
}

// handOn adds the last known users of nodes without a lease to a lease.
func (s *peers) handOn(l *lease, readable, now time.Time) {
	for _, o := range s.known() {
		o.locked(func() {
			if o.missing {
				o.handOn(l, later(o.seen, readable), now)
			}
		})
	}
}
