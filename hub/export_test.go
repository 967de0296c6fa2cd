package hub

import "switchboard/storage/id"

// Corrupt leaves a group without sockets in a topic's room, over which a bulk panics.
func (h *Hub) Corrupt(organization id.ID, topic string) (mend func()) {
	t := h.known(organization)
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
	t := h.known(organization)
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
