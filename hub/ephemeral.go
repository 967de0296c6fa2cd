package hub

import (
	"switchboard/hub/link"
	"switchboard/hub/topic"
)

// sendEphemeral sends a frame to a room, except to the session that caused
// it.
func (org *orgHub) sendEphemeral(name string, f link.Frame, except string) {
	org.mu.Lock()
	defer org.mu.Unlock()
	r := org.rooms[name]
	if r == nil {
		return
	}
	for _, g := range r.groups {
		for _, s := range g.sockets {
			if (except == "" || s.sid != except) && org.threads.sees(s, name) {
				s.link.SendEphemeral(f)
			}
		}
	}
}

// isThread reports whether name is a thread's topic.
func (org *orgHub) isThread(name string) bool {
	c := org.current.Load()
	if c == nil {
		return false // no socket has joined yet
	}
	about, ok := c.Parse(name)
	return ok && about.Kind == topic.Thread
}
