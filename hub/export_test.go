package hub

import "switchboard/storage/id"

// Applied returns how far the node has followed an organization's log, or 0
// if none of its users are connected.
func (h *Hub) Applied(organization id.ID) int64 {
	org := h.orgs.get(organization)
	if org == nil {
		return 0
	}
	org.mu.Lock()
	defer org.mu.Unlock()
	return org.applied
}

// Knows reports whether a session's link seems to be live here.
func (h *Hub) Knows(organization id.ID, sid string) bool {
	org := h.orgs.get(organization)
	if org == nil {
		return false
	}
	org.mu.Lock()
	defer org.mu.Unlock()
	return org.bySID[sid] != nil
}

// CorruptGroup adds a group that is nil to a topic's room, which makes bulk
// entries and ephemeral events panic.
func (h *Hub) CorruptGroup(organization id.ID, topic string) (mend func()) {
	org := h.orgs.get(organization)
	org.mu.Lock()
	defer org.mu.Unlock()
	r := org.rooms[topic]
	r.groups["corrupt"] = nil
	return func() {
		org.mu.Lock()
		defer org.mu.Unlock()
		delete(r.groups, "corrupt")
	}
}

// Visitors returns the reference count that keeps the organization loaded on
// this node.
func (h *Hub) Visitors(organization id.ID) int {
	h.orgs.mu.Lock()
	defer h.orgs.mu.Unlock()
	if org := h.orgs.byID[organization]; org != nil {
		return org.visitors
	}
	return 0
}

// ReplayNothing replays a nil entry, which panics, to a session with topics.
// It returns how many packets the session is sent instead.
func (h *Hub) ReplayNothing(topics ...string) int {
	r := recovery{&handshake{socket: &socket{node: h.node}, topics: topics}}
	return len(r.framesFor(nil))
}

// Reloading counts the sessions whose permissions are being reloaded.
func (h *Hub) Reloading(organization id.ID) int {
	org := h.orgs.get(organization)
	if org == nil {
		return 0
	}
	org.mu.Lock()
	defer org.mu.Unlock()
	return len(org.reloads.open)
}

// LogGrew makes the hub read an organization's log, as if an announcement of
// the relay had been lost.
func (h *Hub) LogGrew(organization id.ID) {
	if org := h.orgs.get(organization); org != nil {
		org.feed.readLog()
	}
}

// QueriesIdle reports whether no live query of an organization is due.
func (h *Hub) QueriesIdle(organization id.ID) bool {
	org := h.orgs.get(organization)
	if org == nil {
		return true
	}
	org.mu.Lock()
	defer org.mu.Unlock()
	for q := range org.live.All {
		if q.dirty || q.reading || q.queued {
			return false
		}
	}
	return true
}

// LiveQueries returns the number of an organization's live queries.
func (h *Hub) LiveQueries(organization id.ID) int {
	org := h.orgs.get(organization)
	org.mu.Lock()
	defer org.mu.Unlock()
	return org.live.Len()
}
