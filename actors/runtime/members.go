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
	"switchboard/storage/panics"
	"switchboard/storage/wait"
)

// membersGroup is the group of leases by which nodes find each other.
const membersGroup = "members"

// Member is a node of the cluster.
type Member struct {
	ID   id.ID  `json:"id"`
	Addr string `json:"addr"` // host and port of its engine
}

// Source lists the members. One goroutine calls its methods, which respect their
// context.
type Source interface {
	// List returns the members, with or without self. If nobody else announces self,
	// List does. After an error the last list stays.
	List(ctx context.Context, self Member) ([]Member, error)
	// Leave announces that self leaves.
	Leave(ctx context.Context, self Member) error
}

// leased is the Source of nodes that announce themselves by leases.
type leased struct {
	leases ephemeral.Leases
	ttl    time.Duration
}

// List implements Source.
func (l leased) List(ctx context.Context, self Member) ([]Member, error) {
	value, err := json.Marshal(self)
	if err == nil {
		err = l.leases.Hold(ctx, membersGroup, self.ID.String(), value, l.ttl)
	}
	if err != nil {
		return nil, err
	}
	listed, err := l.leases.List(ctx, membersGroup)
	members := make([]Member, 0, len(listed))
	for name, value := range listed {
		var found Member
		if json.Unmarshal(value, &found) == nil && found.ID.String() == name {
			members = append(members, found)
		}
	}
	return members, err
}

// Leave implements Source: the others need not wait for the end of the lease.
func (l leased) Leave(ctx context.Context, self Member) error {
	return l.leases.Release(ctx, membersGroup, self.ID.String())
}

// peer is a member as this node sees it.
type peer struct {
	Member
	missing time.Time // when it was first missing from the list; zero if listed
	suspect bool      // it was unreachable when last tried
}

// membership tracks the members. While its source is unavailable it keeps the last
// list and skips unreachable members. Two owners of an identity are fenced by the
// versions of the rows.
type membership struct {
	source     Source
	self       Member
	renew, ttl time.Duration
	log        *slog.Logger
	panics     *panics.Catcher
	// reach checks whether a member answers. changed is called after each change of
	// the list, without the lock.
	reach   func(ctx context.Context, m Member) error
	changed func()

	mu    sync.Mutex
	peers map[id.ID]*peer // without this node
	quiet bool            // the source is unavailable
}

// run refreshes the list until ctx ends.
func (m *membership) run(ctx context.Context) {
	wait.Every(ctx, m.renew, func() {
		m.panics.Round(panics.Cluster, func() { m.refresh(ctx) })
	})
}

// refresh reads the list and retries unreachable members.
func (m *membership) refresh(ctx context.Context) {
	bounded, cancel := context.WithTimeout(ctx, m.ttl/2)
	defer cancel()
	listed, err := m.source.List(bounded, m.self)
	if ctx.Err() != nil {
		return
	}
	m.note(err)
	if err == nil {
		m.take(listed)
	}
	// The retry has a timeout of its own, so that a source that hangs does not delay
	// it.
	trying, cancelTrying := context.WithTimeout(ctx, m.ttl/2)
	defer cancelTrying()
	m.retry(trying)
}

func (m *membership) note(err error) {
	before := m.swap(&m.quiet, err != nil)
	switch {
	case err != nil && !before:
		m.log.Warn("the list of the cluster's nodes can't be reached; the members last known stay", "error", err)
	case err == nil && before:
		m.log.Info("the list of the cluster's nodes is back")
	}
}

// swap sets a flag under the lock and returns its previous value.
func (m *membership) swap(flag *bool, to bool) (before bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	before, *flag = *flag, to
	return before
}

// take processes a new list.
func (m *membership) take(listed []Member) {
	if m.compare(listed) {
		m.changed()
	}
}

// compare updates the members and reports whether they changed. A member that is
// missing twice has left; a single miss may come from a store that was just emptied.
func (m *membership) compare(listed []Member) (moved bool) {
	now := time.Now()
	m.mu.Lock()
	defer m.mu.Unlock()
	there := make(map[id.ID]bool, len(listed))
	for _, found := range listed {
		if found.ID == m.self.ID {
			continue
		}
		there[found.ID] = true
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
		if there[one] {
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
	return moved
}

// retry checks whether unreachable members answer again.
func (m *membership) retry(ctx context.Context) {
	var all sync.WaitGroup
	for _, p := range m.doubted() {
		all.Go(func() {
			m.panics.Round(panics.Cluster, func() {
				if m.reach(ctx, p.Member) == nil {
					m.swap(&p.suspect, false)
					m.changed()
				}
			})
		})
	}
	all.Wait()
}

// doubted lists the unreachable members.
func (m *membership) doubted() (list []*peer) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, p := range m.peers {
		if p.suspect {
			list = append(list, p)
		}
	}
	return list
}

// doubt skips a member until it answers again.
func (m *membership) doubt(p *peer) {
	if !m.swap(&p.suspect, true) {
		m.log.Warn("a node can't be reached", "node", p.ID, "addr", p.Addr)
		m.changed()
	}
}

// owner returns the member that owns an identity, or nil for this node: the one with
// the highest score. When a member joins or leaves, only the identities that it owns
// move.
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
	// FNV's upper bits depend little on the last bytes: mix (MurmurHash3's
	// finalizer).
	x := h.Sum64()
	x = (x ^ x>>33) * 0xff51afd7ed558ccd
	x = (x ^ x>>33) * 0xc4ceb9fe1a85ec53
	return x ^ x>>33
}

// list returns all members, including this one, by id.
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
