package runtime

import (
	"cmp"
	"context"
	"encoding/json"
	"hash/fnv"
	"log/slog"
	"slices"
	"sync"
	"time"

	"switchboard/storage/ephemeral"
	"switchboard/storage/id"
)

// membersGroup is the group of the leases by which nodes find each other.
const membersGroup = "members"

// Member is a node of the cluster.
type Member struct {
	ID   id.ID  `json:"id"`
	Addr string `json:"addr"` // host and port of its engine
}

// peer is a member as this node sees it.
type peer struct {
	Member
	missing time.Time // since when its lease was not seen; zero while it is
	suspect bool      // it could not be reached, and has not been since
}

// membership knows who is there. It holds this node's lease and lists the others'.
// While the leases can't be reached it keeps what it last knew: whoever can't be
// reached either is passed over, and what two owners of an identity do is fenced by
// the versions of the rows.
type membership struct {
	leases     ephemeral.Leases
	self       Member
	renew, ttl time.Duration
	log        *slog.Logger
	// reach tries whether a member answers; changed is called after each change of
	// who is there, without the lock.
	reach   func(ctx context.Context, m Member) error
	changed func()

	mu    sync.Mutex
	peers map[id.ID]*peer // without this node
	quiet bool            // the leases can't be reached
}

// run renews and lists until ctx ends.
func (m *membership) run(ctx context.Context) {
	tick := time.NewTicker(m.renew)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			m.look(ctx)
		}
	}
}

// look renews this node's lease, learns who else is there and tries those again
// that could not be reached.
func (m *membership) look(ctx context.Context) {
	bounded, cancel := context.WithTimeout(ctx, m.ttl/2)
	defer cancel()
	value, err := json.Marshal(m.self)
	if err == nil {
		err = m.leases.Hold(bounded, membersGroup, m.self.ID.String(), value, m.ttl)
	}
	var listed map[string][]byte
	if err == nil {
		listed, err = m.leases.List(bounded, membersGroup)
	}
	if ctx.Err() != nil {
		return
	}
	m.note(err)
	if err == nil {
		m.take(listed)
	}
	// With a time of its own: leases that hang must not keep a member that is well
	// passed over.
	trying, cancelTrying := context.WithTimeout(ctx, m.ttl/2)
	defer cancelTrying()
	m.retry(trying)
}

func (m *membership) note(err error) {
	m.mu.Lock()
	before := m.quiet
	m.quiet = err != nil
	m.mu.Unlock()
	switch {
	case err != nil && !before:
		m.log.Warn("the cluster's leases can't be reached; the members last known stay", "error", err)
	case err == nil && before:
		m.log.Info("the cluster's leases are back")
	}
}

// take compares what is listed with what is known. A member whose lease was not
// seen twice has left; once may be a store that was just emptied.
func (m *membership) take(listed map[string][]byte) {
	now, moved := time.Now(), false
	m.mu.Lock()
	for name, value := range listed {
		var found Member
		if json.Unmarshal(value, &found) != nil || found.ID.String() != name || found.ID == m.self.ID {
			continue
		}
		known := m.peers[found.ID]
		if known != nil && known.Addr == found.Addr {
			known.missing = time.Time{}
			continue
		}
		m.peers[found.ID] = &peer{Member: found}
		moved = true
		m.log.Info("a node joined", "node", found.ID, "addr", found.Addr)
	}
	for one, p := range m.peers {
		if _, there := listed[one.String()]; there {
			continue
		}
		if p.missing.IsZero() {
			p.missing = now
		}
		if p.suspect || now.Sub(p.missing) > m.renew {
			delete(m.peers, one)
			moved = true
			m.log.Info("a node left", "node", one, "addr", p.Addr)
		}
	}
	m.mu.Unlock()
	if moved {
		m.changed()
	}
}

// retry asks members that could not be reached whether they can be now.
func (m *membership) retry(ctx context.Context) {
	m.mu.Lock()
	var doubted []*peer
	for _, p := range m.peers {
		if p.suspect {
			doubted = append(doubted, p)
		}
	}
	m.mu.Unlock()
	var all sync.WaitGroup
	for _, p := range doubted {
		all.Go(func() {
			if m.reach(ctx, p.Member) != nil {
				return
			}
			m.mu.Lock()
			p.suspect = false
			m.mu.Unlock()
			m.changed()
		})
	}
	all.Wait()
}

// doubt passes a member over until it can be reached again.
func (m *membership) doubt(p *peer) {
	m.mu.Lock()
	before := p.suspect
	p.suspect = true
	m.mu.Unlock()
	if !before {
		m.log.Warn("a node can't be reached", "node", p.ID, "addr", p.Addr)
		m.changed()
	}
}

// owner gives the member that owns an identity, nil for this node: of all that are
// there, the one with the highest score. When one joins or leaves, only what it
// owns moves.
func (m *membership) owner(kind string, who Identity) *peer {
	key := kind + "/" + string(who.Organization) + "/" + string(who.ID)
	best, bestID, score := (*peer)(nil), m.self.ID, weight(key, m.self.ID)
	m.mu.Lock()
	defer m.mu.Unlock()
	for one, p := range m.peers {
		if p.suspect {
			continue
		}
		if w := weight(key, one); cmp.Or(cmp.Compare(w, score), cmp.Compare(one, bestID)) > 0 {
			best, bestID, score = p, one, w
		}
	}
	return best
}

func weight(key string, member id.ID) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(key)) // never fails
	_, _ = h.Write([]byte(member))
	// FNV's upper bits depend little on the last bytes: mix (MurmurHash3's finalizer).
	x := h.Sum64()
	x = (x ^ x>>33) * 0xff51afd7ed558ccd
	x = (x ^ x>>33) * 0xc4ceb9fe1a85ec53
	return x ^ x>>33
}

// list gives all members, this one included, by id.
func (m *membership) list() []Member {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := []Member{m.self}
	for _, p := range m.peers {
		out = append(out, p.Member)
	}
	slices.SortFunc(out, func(a, b Member) int { return cmp.Compare(a.ID, b.ID) })
	return out
}

// release gives this node's lease up, so that the others need not wait for its end.
func (m *membership) release(ctx context.Context) error {
	return m.leases.Release(ctx, membersGroup, m.self.ID.String()) //nolint:wrapcheck // the port's error is a fault
}
