package projection

import (
	"encoding/json"
	"slices"

	"switchboard/hub/link"
	"switchboard/hub/topic"
	"switchboard/storage/access"
	"switchboard/storage/entry"
)

// Change is one entry of one record to be delivered, with the packets built
// for the field sets so far.
type Change struct {
	Catalog *topic.Catalog
	Entry   *entry.Entry
	Topics  []string // all that the entry belongs to, for any reader
	Built   int      // number of packets built

	list    []byte // Topics as JSON
	packets map[sides]Packet
}

// Packet is what receivers get of an entry, and the topics that the fields
// they may read reveal. Its frame is zero if there is nothing to send.
type Packet struct {
	Frame  link.Frame
	topics []string
}

// In reports whether the change belongs to a topic that the receivers may
// know of.
func (t *Packet) In(topic string) bool { return slices.Contains(t.topics, topic) }

// sides are what receivers could read before the change and can read after
// it, and what they could do with the record. Receivers with equal sides get
// the same packet.
type sides struct{ before, after, mayBefore, mayAfter string }

// New returns a Change for an entry, which must not be a bulk entry, under
// the current catalog.
func New(c *topic.Catalog, e *entry.Entry) *Change {
	return &Change{Catalog: c, Entry: e, Topics: c.Of(e), packets: map[sides]Packet{}}
}

// For returns the packet for a principal. left is true if the record became
// invisible to the principal or was removed.
func (c *Change) For(p *access.Principal) (f Packet, left bool) {
	rights := p.Rights(c.Entry.Object)
	if rights == nil {
		return Packet{}, false
	}
	var before, after access.Sight
	if c.Entry.Op != entry.Created {
		before = rights.Sight(&c.Entry.Route.Before)
	}
	if c.Entry.Op != entry.Removed {
		after = rights.Sight(&c.Entry.Route.After)
	}
	return c.Between(rights, before, after)
}

// InTopics returns the packet for a principal with subscriptions to some
// topics, and whether the record became invisible: exactly what regular
// delivery would send.
func (c *Change) InTopics(p *access.Principal, follows func(topic string) bool) (f Packet, left bool) {
	relation := topic.RelationOf(c.Entry, p.User)
	for _, name := range c.Topics {
		if at, ok := c.Catalog.Parse(name); !ok || !follows(name) || !c.Catalog.Concerns(at, p.User, relation, c.Entry) {
			continue
		}
		if f, left = c.For(p); f.Frame.Zero() || f.In(name) {
			return f, left
		}
	}
	return Packet{}, false
}

// Between returns the packet for receivers with this visibility before and
// after the change.
func (c *Change) Between(rights *access.Rights, before, after access.Sight) (f Packet, left bool) {
	key := sides{before.Fields.Key(), after.Fields.Key(), before.May, after.May}
	f, ok := c.packets[key]
	if !ok {
		f = c.build(rights, before, after)
		c.packets[key] = f
		c.Built++
	}
	return f, before.Fields != nil && after.Fields == nil
}

// build builds the packet from what the receivers could see before and can
// see now.
func (c *Change) build(rights *access.Rights, was, is access.Sight) Packet {
	e, before, after := c.Entry, was.Fields, is.Fields
	whole := e.Record
	if whole == nil {
		whole = e.After
	}
	op := entry.Updated
	switch {
	case before == nil && after == nil:
		return Packet{}
	case after == nil:
		return c.packet(entry.Removed, nil, c.revealed(rights, before, nil, true))
	case before == nil:
		op = entry.Created
	case before.Key() != after.Key(): // other fields became visible
	case c.Catalog.Narrowed(e.Object) && !e.Route.Before.Equal(e.Route.After):
	default:
		fields := access.Project(rights.Object, e.After, after)
		if was.May != is.May { // for example because of a new owner
			fields[access.RowRights] = mayOf(is)
		}
		if !hasContent(fields) {
			return Packet{}
		}
		return c.packet(op, fields, c.revealed(rights, before, after, false))
	}
	fields := access.ProjectAs(rights.Object, whole, is)
	if was.May != is.May && before != nil {
		fields[access.RowRights] = mayOf(is)
	}
	return c.packet(op, fields, c.revealed(rights, before, after, true))
}

// mayOf returns the row permissions of a record, or null if the object's
// permissions apply unchanged.
func mayOf(is access.Sight) json.RawMessage {
	if is.May == "" {
		return json.RawMessage("null")
	}
	return json.RawMessage(is.May)
}

// revealed returns the topics of the entry that its receivers may know of.
func (c *Change) revealed(rights *access.Rights, before, after *access.FieldSet, whole bool) []string {
	return c.Catalog.Revealed(c.Entry, c.Topics, rights.Object, before, after, whole)
}

// bookkeeping are fields that every change touches: on their own they only
// reveal that something hidden changed.
var bookkeeping = map[string]bool{
	"version": true, "modified_date": true, "modified_by": true, "updated_by": true,
}

func hasContent(fields entry.Fields) bool {
	for name := range fields {
		if !bookkeeping[name] {
			return true
		}
	}
	return false
}
