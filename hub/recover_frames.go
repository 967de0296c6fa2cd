package hub

import (
	"slices"

	"switchboard/hub/link"
	"switchboard/hub/projection"
	"switchboard/storage/access"
	"switchboard/storage/entry"
)

// recovery is a returning session that receives what it missed.
type recovery struct{ *handshake }

// framesFor returns the packets of an entry for this socket, by the same
// rules as orgState.deliver. Resyncs come before any packet with an offset:
// after a disconnect behind that offset they would not be sent again.
func (r recovery) framesFor(m *entry.Entry) (out []link.Frame) {
	defer func() {
		if r.socket.node.caught(panickedReplay, recover()) {
			out = r.appendResyncs(nil, r.topics)
		}
	}()
	p, c := r.socket.principal.Load(), r.socket.org.catalog()
	if c.Rights.ChangedBy(m) && c.Rights.Affects(m, p) {
		out = r.appendResyncs(out, r.topics) // topics that show the user's own name need a fresh snapshot
	}
	if m.Op == entry.Bulk || c.Visibility.ChangedBy(m) {
		out = r.appendResyncs(out, r.changedTopics(m, p))
	}
	if m.Op == entry.Bulk {
		return out
	}
	f, left := projection.New(c, m).InTopics(p, func(name string) bool { return slices.Contains(r.topics, name) })
	if !f.Frame.Zero() {
		out = append(out, f.Frame)
	}
	if left {
		out = r.appendResyncs(out, r.leaveTopics(c.Own(m))) // later entries are sent without them
	}
	return out
}

// changedTopics returns the topics in which an entry may have changed what
// the client sees without saying how.
func (r recovery) changedTopics(m *entry.Entry, p *access.Principal) []string {
	c := r.socket.org.catalog()
	var out []string
	for _, name := range r.topics {
		at, ok := c.Parse(name)
		if ok && (c.Visibility.Moved(m, p, at) || m.Op == entry.Bulk && c.Touches(m, at) && p.Rights(m.Object).Readable() != nil) {
			out = append(out, name)
		}
	}
	return out
}

// leaveTopics ends the topics of a record that the client may no longer see,
// and returns those that the client had. The record may be visible again and
// subscribed to since, so the client is asked for a fresh snapshot.
func (r recovery) leaveTopics(gone []string) []string {
	var left []string
	for _, name := range gone {
		if i := slices.Index(r.topics, name); i >= 0 {
			r.topics = slices.Delete(r.topics, i, i+1)
			left = append(left, name)
		}
	}
	return left
}
