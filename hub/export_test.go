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
