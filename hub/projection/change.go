package projection

import (
	"encoding/json"
	"slices"

	"switchboard/hub/link"
	"switchboard/hub/topic"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
)

// Change is one entry of one record to be delivered, with the packets built
// for the field sets so far.
type Change struct {
	Catalog *topic.Catalog
	Entry   *entry.Entry
	Topics  []string // all that the entry belongs to, for any reader
	Built   int      // number of packets built
	// Decisions counts how often visibility was decided.
	Decisions int

	list     []byte // Topics as JSON
	outcomes map[as]Outcome
	packets  map[sides]Packet
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
	return &Change{Catalog: c, Entry: e, Topics: c.Of(e)}
}

// Outcome is what an entry means for users who see the same of its record.
type Outcome struct {
	Packet
	Left bool // the record became invisible, or was removed
}

// as identifies users who see the same of the record.
type as struct {
	rights   *access.Rights
	relation topic.Relation
}

// For decides what an entry means for a user, with these rights to its object
// and this relation to its record, who subscribes to a topic. It is the only
// place where this is decided. ok is false if the entry does not reach the
// user through this topic; another topic may still carry it. The user is ""
// for all that the routes do not name.
func (c *Change) For(t topic.Topic, user id.ID, rights *access.Rights, relation topic.Relation) (o Outcome, ok bool) {
	if !c.Catalog.Concerns(t, user, relation, c.Entry) {
		return Outcome{}, false
	}
	o = c.outcome(rights, relation)
	return o, o.Frame.Zero() || o.In(t.Name())
}

// outcome decides what users with these rights and this relation to the
// record see of the change, once for each of both.
func (c *Change) outcome(rights *access.Rights, relation topic.Relation) Outcome {
	key := as{rights, relation}
	if o, ok := c.outcomes[key]; ok {
		return o
	}
	c.Decisions++
	var o Outcome
	if rights != nil {
		var before, after access.Sight
		if c.Entry.Op != entry.Created {
			before = rights.SightAs(&c.Entry.Route.Before, relation.Before)
		}
		if c.Entry.Op != entry.Removed {
			after = rights.SightAs(&c.Entry.Route.After, relation.After)
		}
		o.Packet, o.Left = c.between(rights, before, after)
	}
	if c.outcomes == nil {
		c.outcomes = map[as]Outcome{}
	}
	c.outcomes[key] = o
	return o
}

// between returns the packet for receivers with this visibility before and
// after the change.
func (c *Change) between(rights *access.Rights, before, after access.Sight) (f Packet, left bool) {
	key := sides{before.Fields.Key(), after.Fields.Key(), before.May, after.May}
	f, ok := c.packets[key]
	if !ok {
		f = c.build(rights, before, after)
		if c.packets == nil {
			c.packets = map[sides]Packet{}
		}
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
