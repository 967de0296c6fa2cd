package projection

import (
	"encoding/json"
	"slices"

	"switchboard/hub/link"
	"switchboard/hub/topic"
	"switchboard/storage/access"
	"switchboard/storage/entry"
)

// Change is one entry of one record on its way to the sockets, with the packets that
// were built for the field sets met so far.
type Change struct {
	Catalog *topic.Catalog
	Entry   *entry.Entry
	Topics  []string // all that the entry belongs to, whoever reads them
	Built   int      // packets

	list []byte // Topics as JSON
	told map[sides]Telling
}

// Telling is what receivers are told of an entry, and in which topics: those that the
// fields they may read give away. Its frame is zero where there is nothing to tell.
type Telling struct {
	Frame  link.Frame
	topics []string
}

// In tells whether the change belongs to a topic that the receivers may know of.
func (t *Telling) In(topic string) bool { return slices.Contains(t.topics, topic) }

// sides are what receivers could read before the change and can read after it, and what
// they could do with the record. Receivers with equal sides get the same packet.
type sides struct{ before, after, mayBefore, mayAfter string }

// New prepares an entry, which is no bulk, under the catalog in force.
func New(c *topic.Catalog, e *entry.Entry) *Change {
	return &Change{Catalog: c, Entry: e, Topics: c.Of(e), told: map[sides]Telling{}}
}

// For gives the packet for a principal. left tells that the record left his
// sight (or is gone).
func (c *Change) For(p *access.Principal) (f Telling, left bool) {
	rights := p.Rights(c.Entry.Object)
	if rights == nil {
		return Telling{}, false
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

// InTopics gives the packet for a principal who follows some topics, and whether it
// takes the record out of his sight: what delivery to everybody would tell him.
func (c *Change) InTopics(p *access.Principal, follows func(topic string) bool) (f Telling, left bool) {
	how := topic.StandingOf(c.Entry, p.User)
	for _, name := range c.Topics {
		if at, ok := c.Catalog.Parse(name); !ok || !follows(name) || !c.Catalog.Concerns(at, p.User, how, c.Entry) {
			continue
		}
		if f, left = c.For(p); f.Frame.Zero() || f.In(name) {
			return f, left
		}
	}
	return Telling{}, false
}

// Between gives the packet for those who saw so much before and see so much after.
func (c *Change) Between(rights *access.Rights, before, after access.Sight) (f Telling, left bool) {
	key := sides{before.Fields.Key(), after.Fields.Key(), before.May, after.May}
	f, ok := c.told[key]
	if !ok {
		f = c.build(rights, before, after)
		c.told[key] = f
		c.Built++
	}
	return f, before.Fields != nil && after.Fields == nil
}

// build makes the packet by what the receivers could see before and can see now.
func (c *Change) build(rights *access.Rights, was, is access.Sight) Telling {
	e, before, after := c.Entry, was.Fields, is.Fields
	whole := e.Record
	if whole == nil {
		whole = e.After
	}
	op := entry.Updated
	switch {
	case before == nil && after == nil:
		return Telling{}
	case after == nil:
		return c.packet(entry.Removed, nil, c.revealed(rights, before, nil, true))
	case before == nil:
		op = entry.Created
	case before.Key() != after.Key(): // other fields came into sight
	case c.Catalog.Narrowed(e.Object) && !e.Route.Before.Equal(e.Route.After):
	default:
		fields := access.Project(rights.Object, e.After, after)
		if was.May != is.May { // such as by another owner
			fields[access.RowRights] = mayOf(is)
		}
		if !tells(fields) {
			return Telling{}
		}
		return c.packet(op, fields, c.revealed(rights, before, after, false))
	}
	fields := access.ProjectAs(rights.Object, whole, is)
	if was.May != is.May && before != nil {
		fields[access.RowRights] = mayOf(is)
	}
	return c.packet(op, fields, c.revealed(rights, before, after, true))
}

// mayOf is what may be done with a record, null where no other lets more be done.
func mayOf(is access.Sight) json.RawMessage {
	if is.May == "" {
		return json.RawMessage("null")
	}
	return json.RawMessage(is.May)
}

// revealed gives the topics of the entry that its receivers may know of.
func (c *Change) revealed(rights *access.Rights, before, after *access.FieldSet, whole bool) []string {
	return c.Catalog.Revealed(c.Entry, c.Topics, rights.Object, before, after, whole)
}

// bookkeeping are fields that every change touches: alone they tell a reader
// nothing but that something hidden from him changed.
var bookkeeping = map[string]bool{
	"version": true, "modified_date": true, "modified_by": true, "updated_by": true,
}

func tells(fields entry.Fields) bool {
	for name := range fields {
		if !bookkeeping[name] {
			return true
		}
	}
	return false
}
