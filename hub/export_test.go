package hub

import "switchboard/storage/id"

// Applied tells how far the node has followed an organization's log, 0 where nobody of
// it is connected.
func (h *Hub) Applied(organization id.ID) int64 {
	t := h.tenants.known(organization)
	if t == nil {
		return 0
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.applied
}

// Knows tells whether a session's link seems to live here.
func (h *Hub) Knows(organization id.ID, sid string) bool {
	t := h.tenants.known(organization)
	if t == nil {
		return false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.bySID[sid] != nil
}

// Corrupt leaves a group without sockets in a topic's room, over which a bulk panics.
func (h *Hub) Corrupt(organization id.ID, topic string) (mend func()) {
	t := h.tenants.known(organization)
	t.mu.Lock()
	defer t.mu.Unlock()
	r := t.rooms[topic]
	r.groups["corrupt"] = &group{room: r, profile: "corrupt"}
	return func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		delete(r.groups, "corrupt")
	}
}

// CorruptGroup leaves nobody where a topic's sockets are, over which what is fleeting
// panics.
func (h *Hub) CorruptGroup(organization id.ID, topic string) (mend func()) {
	t := h.tenants.known(organization)
	t.mu.Lock()
	defer t.mu.Unlock()
	r := t.rooms[topic]
	r.groups["corrupt"] = nil
	return func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		delete(r.groups, "corrupt")
	}
}

// Visitors counts those for whom the organization stays on this node.
func (h *Hub) Visitors(organization id.ID) int {
	h.tenants.mu.Lock()
	defer h.tenants.mu.Unlock()
	if t := h.tenants.byID[organization]; t != nil {
		return t.visitors
	}
	return 0
}

// ReplayNothing replays an entry that isn't there, which panics, to a session with
// topics; it gives how many packets the session is sent instead.
func (h *Hub) ReplayNothing(topics ...string) int {
	e := recovery{&entering{socket: &socket{node: h.node}, topics: topics}}
	return len(e.missed(nil))
}

// Held counts the sign-ins whose rights are being read again.
func (h *Hub) Held(organization id.ID) int {
	t := h.tenants.known(organization)
	if t == nil {
		return 0
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.renewals.open)
}

// LogGrew has the hub read an organization's log, as where an announcement of the relay
// was lost.
func (h *Hub) LogGrew(organization id.ID) {
	if t := h.tenants.known(organization); t != nil {
		t.feed.readLog()
	}
}

// QueriesRest tells whether no live query of an organization is to be run.
func (h *Hub) QueriesRest(organization id.ID) bool {
	t := h.tenants.known(organization)
	if t == nil {
		return true
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for q := range t.live.All {
		if q.dirty || q.reading || q.queued {
			return false
		}
	}
	return true
}

// LiveQueries tells how many live queries of an organization are followed.
func (h *Hub) LiveQueries(organization id.ID) int {
	t := h.tenants.known(organization)
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.live.Len()
}
