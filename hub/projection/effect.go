package projection

import (
	"slices"

	"switchboard/hub/topic"
	"switchboard/storage/access"
	"switchboard/storage/entry"
)

// Effect is what an entry that was not delivered live means for one socket.
type Effect struct {
	// Outdated are the topics to take fresh snapshots of. They are asked for
	// before the packet: after a disconnect behind its offset they would not
	// be asked for again.
	Outdated []string
	Packet
	Ended []string // topics of the record, which may no longer be seen
	Again bool     // the topics that end are to be taken again (Change.Ended)
}

// Of returns what an entry means for a principal with subscriptions to these
// topics: what they would have received had the entry been delivered live.
func Of(c *topic.Catalog, e *entry.Entry, p *access.Principal, topics []string) (out Effect) {
	if e.Op == entry.Bulk || c.Visibility.ChangedBy(e) {
		for _, name := range topics {
			if t, ok := c.Parse(name); ok && c.Outdates(e, t, p) {
				out.Outdated = append(out.Outdated, name)
			}
		}
	}
	if e.Op == entry.Bulk {
		return out
	}
	change := New(c, e)
	rights, relation := p.Rights(e.Object), topic.RelationOf(e, p.User)
	for _, name := range change.Topics {
		if !slices.Contains(topics, name) {
			continue
		}
		t, ok := c.Parse(name)
		if !ok {
			continue
		}
		if o, ok := change.For(t, p.User, rights, relation); ok {
			out.Packet = o.Packet
			if o.Left {
				out.Ended, out.Again = change.Ended(topics)
			}
			return out
		}
	}
	return out
}

// Ended returns those of a user's topics that end when its record becomes
// invisible to them or is removed, so that ephemeral events do not reach them
// either.
//
// again reports that the client is to take the topics again. If the record
// was not removed, the client may already hold a newer snapshot in which the
// record is visible again. To that client this entry is old: taking the topic
// again either subscribes it again or reports the refusal.
func (c *Change) Ended(topics []string) (ended []string, again bool) {
	for _, name := range c.Catalog.Own(c.Entry) {
		if slices.Contains(topics, name) {
			ended = append(ended, name)
		}
	}
	return ended, c.Entry.Op != entry.Removed
}
