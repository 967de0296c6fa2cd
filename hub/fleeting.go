package hub

import (
	"switchboard/hub/link"
	"switchboard/hub/topic"
)

// fleeting sends a frame to a room, except to the session that caused it.
func (t *tenant) fleeting(name string, f link.Frame, except string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	r := t.rooms[name]
	if r == nil {
		return
	}
	for _, g := range r.groups {
		for _, s := range g.sockets {
			if (except == "" || s.sid != except) && t.threads.sees(s, name) {
				s.link.SendFleeting(f)
			}
		}
	}
}

// isThread tells whether a name is that of a thread's topic.
func (t *tenant) isThread(name string) bool {
	c := t.known.Load()
	if c == nil {
		return false // nobody is here yet
	}
	about, ok := c.Parse(name)
	return ok && about.Kind == topic.Thread
}
