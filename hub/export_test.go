package hub

import "switchboard/storage/id"

// Applied tells how far the node has followed an organization's log, 0 where nobody of
// it is connected.
func (h *Hub) Applied(organization id.ID) int64 {
	org := h.orgs.get(organization)
	if org == nil {
		return 0
	}
	org.mu.Lock()
	defer org.mu.Unlock()
	return org.applied
}

// Knows tells whether a session's link seems to live here.
func (h *Hub) Knows(organization id.ID, sid string) bool {
	org := h.orgs.get(organization)
	if org == nil {
		return false
	}
	org.mu.Lock()
	defer org.mu.Unlock()
	return org.bySID[sid] != nil
}

// Corrupt leaves a group without sockets in a topic's room, over which a bulk panics.
func (h *Hub) Corrupt(organization id.ID, topic string) (mend func()) {
	org := h.orgs.get(organization)
	org.mu.Lock()
	defer org.mu.Unlock()
	r := org.rooms[topic]
	r.groups["corrupt"] = &group{room: r, profile: "corrupt"}
	return func() {
		org.mu.Lock()
		defer org.mu.Unlock()
		delete(r.groups, "corrupt")
	}
}

// CorruptGroup leaves nobody where a topic's sockets are, over which what is fleeting
// panics.
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

// Visitors counts those for whom the organization stays on this node.
func (h *Hub) Visitors(organization id.ID) int {
	h.orgs.mu.Lock()
	defer h.orgs.mu.Unlock()
	if org := h.orgs.byID[organization]; org != nil {
		return org.visitors
	}
	return 0
}

// ReplayNothing replays an entry that isn't there, which panics, to a session with
// topics; it gives how many packets the session is sent instead.
func (h *Hub) ReplayNothing(topics ...string) int {
	r := recovery{&handshake{socket: &socket{node: h.node}, topics: topics}}
	return len(r.framesFor(nil))
}

// Held counts the sign-ins whose rights are being read again.
func (h *Hub) Held(organization id.ID) int {
	org := h.orgs.get(organization)
	if org == nil {
		return 0
	}
	org.mu.Lock()
	defer org.mu.Unlock()
	return len(org.reloads.open)
}

// LogGrew has the hub read an organization's log, as where an announcement of the relay
// was lost.
func (h *Hub) LogGrew(organization id.ID) {
	if org := h.orgs.get(organization); org != nil {
		org.feed.readLog()
	}
}

// QueriesRest tells whether no live query of an organization is to be run.
func (h *Hub) QueriesRest(organization id.ID) bool {
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

// LiveQueries tells how many live queries of an organization are followed.
func (h *Hub) LiveQueries(organization id.ID) int {
	org := h.orgs.get(organization)
	org.mu.Lock()
	defer org.mu.Unlock()
	return org.live.Len()
}
