package presence

import (
	"maps"
	"slices"
	"sync"
	"time"
)

// handedOn is the suffix of the peer under which a node's lease tells of sockets that
// other nodes had.
const handedOn = " handed on"

// peers are the other nodes that this one believes in. It is safe for concurrent use.
type peers struct {
	rosters *rosters

	mu  sync.RWMutex
	all map[string]*peer
}

func newPeers(all *rosters) *peers { return &peers{rosters: all, all: map[string]*peer{}} }

// with does something with another node's under its lock; nothing where there are too many.
func (s *peers) with(node string, do func(*peer)) {
	for o := s.made(node); o != nil; o = s.made(node) {
		if o.locked(func() { do(o) }) {
			return
		}
	}
}

// made gives another node's, a new one of one that was not heard of.
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

// take takes over from the leases which nodes live, and the sockets of nodes without a
// lease that they tell of. Those count as sockets of a node of their own, so that they
// are kept apart from the teller's. The leases can be read since readable.
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
					o.set(skew) // it speaks by the same clock
					o.replaceAll(l)
					o.renewed(l, now)
				}
			})
		}
	}
	s.sweep(held, readable, now)
}

// sweep looks after nodes that are not among the leases. A lease that vanished may have
// been flushed: its node has time to renew it. The sockets of one that is gone were cut
// when it was last heard of.
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

// handOn adds to a lease whom nodes without one had when they were last heard of.
func (s *peers) handOn(l *lease, readable, now time.Time) {
	for _, o := range s.known() {
		o.locked(func() {
			if o.missing {
				o.handOn(l, later(o.seen, readable), now)
			}
		})
	}
}
