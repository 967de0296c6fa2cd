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

// membersGroup is the group of the leases by which nodes find each other.
const membersGroup = "members"

// Member is a node of the cluster.
type Member struct {
	ID   id.ID  `json:"id"`
	Addr string `json:"addr"` // host and port of its engine
}

// Source tells who is there. Its methods are called by one goroutine; they keep to their
// context.
type Source interface {
	// List gives the nodes that are there, with or without self. Where nobody else says
	// that self is there, it says so too. On an error those last known stay.
	List(ctx context.Context, self Member) ([]Member, error)
	// Leave says that self goes.
	Leave(ctx context.Context, self Member) error
}

// leased is the Source of nodes that tell of themselves by leases.
type leased struct {
	leases ephemeral.Leases
	ttl    time.Duration
}

// Look implements Source.
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

// Leave implements Source: the others need not wait for the lease's end.
func (l leased) Leave(ctx context.Context, self Member) error {
	return l.leases.Release(ctx, membersGroup, self.ID.String())
}

// peer is a member as this node sees it.
type peer struct {
	Member
	missing time.Time // since when it was not listed; zero while it is
	suspect bool      // it could not be reached, and has not been since
}

// membership knows who is there. While its source can't be reached it keeps what it last knew: whoever can't be
// reached either is passed over, and what two owners of an identity do is fenced by
// the versions of the rows.
type membership struct {
	source     Source
	self       Member
	renew, ttl time.Duration
	log        *slog.Logger
	panics     *panics.Catcher
	// reach tries whether a member answers; changed is called after each change of
	// who is there, without the lock.
	reach   func(ctx context.Context, m Member) error
	changed func()

	mu    sync.Mutex
	peers map[id.ID]*peer // without this node
	quiet bool            // the source can't be reached
}

// run looks until ctx ends.
func (m *membership) run(ctx context.Context) {
	wait.Every(ctx, m.renew, func() {
		m.panics.Round(panics.Cluster, func() { m.refresh(ctx) })
	})
}

// refresh reads which nodes there are and tries those again that could not be reached.
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
	// With a time of its own: a source that hangs must not keep a member that is well
	// passed over.
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

// swap sets a flag under the lock and gives what it was.
func (m *membership) swap(flag *bool, to bool) (before bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	before, *flag = *flag, to
	return before
}

// take learns who is there.
func (m *membership) take(listed []Member) {
	if m.compare(listed) {
		m.changed()
	}
}

// compare tells whether what is listed differs from what is known, and takes it over.
// A member that was not listed twice has left; once may be a store that was just
// emptied.
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

// retry asks members that could not be reached whether they can be now.
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

// doubted lists the members that could not be reached.
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

// doubt passes a member over until it can be reached again.
func (m *membership) doubt(p *peer) {
	if !m.swap(&p.suspect, true) {
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
