package hub

import (
	"slices"

	"switchboard/hub/link"
	"switchboard/hub/projection"
	"switchboard/storage/entry"
)

// recovery is a returning session that receives what it missed.
type recovery struct{ *handshake }

// framesFor returns what an entry means for this socket (projection.Of).
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
	effect := projection.Of(c, m, p, r.topics)
	out = r.appendResyncs(out, effect.Outdated)
	if !effect.Frame.Zero() {
		out = append(out, effect.Frame)
	}
	if effect.Again {
		out = r.appendResyncs(out, effect.Ended)
	}
	r.topics = slices.DeleteFunc(r.topics, func(name string) bool { return slices.Contains(effect.Ended, name) })
	return out // later entries are sent without the topics that ended
}
