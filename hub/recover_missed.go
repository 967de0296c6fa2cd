package hub

import (
	"slices"

	"switchboard/hub/link"
	"switchboard/hub/projection"
	"switchboard/storage/access"
	"switchboard/storage/entry"
)

// recovery is a session that comes back, and is to be told what it missed.
type recovery struct{ *entering }

// missed gives the packets that an entry is for this socket. It has the same rules as
// the tenant's deliver. Of topics to be taken anew the client is told before anything
// that gives it a place from which it would not be told again.
func (e recovery) missed(m *entry.Entry) (out []link.Frame) {
	defer func() {
		if e.socket.node.caught(panickedReplay, recover()) {
			out = e.anew(nil, e.topics)
		}
	}()
	p, c := e.socket.principal.Load(), e.socket.tenant.catalog()
	if c.Rights.ChangedBy(m) && c.Rights.Affects(m, p) {
		out = e.anew(out, e.topics) // of what shows his own name a snapshot is taken anew
	}
	if m.Op == entry.Bulk || c.Visibility.ChangedBy(m) {
		out = e.anew(out, e.moved(m, p))
	}
	if m.Op == entry.Bulk {
		return out
	}
	f, left := projection.New(c, m).InTopics(p, func(name string) bool { return slices.Contains(e.topics, name) })
	if !f.Frame.Zero() {
		out = append(out, f.Frame)
	}
	if left {
		out = e.anew(out, e.leave(c.Own(m))) // what follows is without them
	}
	return out
}

// moved lists the topics in which an entry may have changed what the client sees
// without saying how.
func (e recovery) moved(m *entry.Entry, p *access.Principal) []string {
	c := e.socket.tenant.catalog()
	var out []string
	for _, name := range e.topics {
		at, ok := c.Parse(name)
		if ok && (c.Visibility.Moved(m, p, at) || m.Op == entry.Bulk && c.Touches(m, at) && p.Rights(m.Object).Readable() != nil) {
			out = append(out, name)
		}
	}
	return out
}

// leave ends the topics of a record that left the client's sight, and gives those that
// were. The record may have come back and been subscribed to since: so the client is
// told to take a fresh snapshot, which tells it how things are.
func (e recovery) leave(gone []string) []string {
	var left []string
	for _, name := range gone {
		if i := slices.Index(e.topics, name); i >= 0 {
			e.topics = slices.Delete(e.topics, i, i+1)
			left = append(left, name)
		}
	}
	return left
}
