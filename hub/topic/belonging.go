package topic

import (
	"slices"
	"strings"

	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/schema"
)

// Of gives the names of all topics that an entry of one record belongs to, whoever
// reads them.
func (c *Catalog) Of(e *entry.Entry) []string {
	names := make([]string, 0, 6)
	names = append(names, "object:"+e.Object, OfRecord(e.Object, e.ID).Name())
	o := c.registry.Object(e.Object)
	if o == nil {
		return names
	}
	if thread := c.registry.ThreadOf(e.Object); thread != nil {
		for _, record := range []id.ID{e.Route.Before.Thread, e.Route.After.Thread} {
			name := thread.Topic + ":" + record.String()
			if record != "" && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	if o.Role == schema.Ongoing {
		names = append(names, o.Topic, o.Topic+all)
	}
	if concernsMe(o, e) {
		names = append(names, string(Me))
	}
	if o.Feed {
		names = append(names, string(Feed))
	}
	return names
}

// Own are the topics that are about the entry's record itself.
func (c *Catalog) Own(e *entry.Entry) []string {
	names := []string{OfRecord(e.Object, e.ID).Name()}
	if o := c.registry.Object(e.Object); o != nil && o.Role == schema.Thread {
		names = append(names, o.Topic+":"+e.ID.String())
	}
	return names
}

func concernsMe(o *schema.Object, e *entry.Entry) bool {
	return o.Mine != nil && (o.Mine.Changes == nil || e.Op != entry.Updated ||
		slices.ContainsFunc(o.Mine.Changes, e.Changed) || !e.Route.Before.Equal(e.Route.After))
}

// Revealed gives, of the topics of an entry, those that its receivers may know of: one
// that a hidden field's value gives away (the thread of a message), or the change of one
// (an unread count), is none of theirs. before and after are the fields that they could
// and can read; whole says that they are shown the whole record, so that they are told
// nothing by being told.
func (c *Catalog) Revealed(e *entry.Entry, topics []string, object *schema.Object, before, after *access.FieldSet, whole bool) []string {
	field := object.Route.Thread
	of := func(r *entry.Route, fields *access.FieldSet, named string) bool {
		return string(r.Thread) == named && fields.Has(field)
	}
	hides := func(name string) bool {
		if name == string(Me) {
			return !whole && c.registry.ThreadOf(object.APIName) != nil && !slices.ContainsFunc(object.Mine.Shows, func(field string) bool {
				return after.Has(field) && e.Changed(field)
			})
		}
		kind, named, _ := strings.Cut(name, ":")
		return c.threads[kind] != "" && object.Role == schema.Part &&
			!of(&e.Route.Before, before, named) && !of(&e.Route.After, after, named)
	}
	if !slices.ContainsFunc(topics, hides) {
		return topics
	}
	return slices.DeleteFunc(slices.Clone(topics), hides)
}

// Standing says how the routes before and after a change name a user.
type Standing struct{ Before, After access.Standing }

// StandingOf tells how an entry's routes name a user.
func StandingOf(e *entry.Entry, user id.ID) Standing {
	return Standing{access.StandingOf(&e.Route.Before, user), access.StandingOf(&e.Route.After, user)}
}

// Concerns tells whether an entry that belongs to a topic is meant for this
// subscriber of it, whom its routes name so. It narrows; what he may see is decided
// by his rights alone.
func (c *Catalog) Concerns(t Topic, user id.ID, how Standing, e *entry.Entry) bool {
	switch t.Kind {
	case Ongoing:
		return (how.Before|how.After)&(access.Owns|access.RingsFor) != 0
	case Me:
		return !c.registry.Is(e.Object, schema.Person) || e.ID == user
	case Presence, OngoingAll, Feed, Object, Record, Thread, Nodes, Query, Number:
	}
	return true
}

// Narrowed tells whether a topic shows the object's records to those whom their route
// names only: a call rings for its candidates, a badge is its members'. Who could read
// such a record before, but had no reason to hold it, needs the whole of it once he is
// named; who is no more, learns it from the same packet.
func (c *Catalog) Narrowed(object string) bool {
	return c.registry.Is(object, schema.Ongoing) || c.registry.Is(object, schema.Thread)
}

// Names tells whether an entry is about a person himself, and who he is.
func (c *Catalog) Names(e *entry.Entry) (id.ID, bool) {
	return e.ID, c.registry.Is(e.Object, schema.Person)
}

// Touches tells whether a bulk entry may change what a topic shows.
func (c *Catalog) Touches(e *entry.Entry, t Topic) bool {
	switch t.Kind {
	case Record:
		return t.Object == e.Object && slices.Contains(e.IDs, t.ID)
	case Thread:
		if t.Object == e.Object {
			return slices.Contains(e.IDs, t.ID)
		}
		return slices.Contains(c.shown.in(t), e.Object) // a bulk doesn't say whose parts
	case Object, Me, Ongoing, OngoingAll, Feed:
		return slices.Contains(c.shown.in(t), e.Object)
	case Presence, Nodes, Query, Number: // which objects a query reads isn't the topic's to know; of numbers see Numbers
	}
	return false
}

// IsAbout tells whether a bulk entry that touches a topic may change what the principal
// is shown there: of people, his own topic shows himself alone.
func (c *Catalog) IsAbout(e *entry.Entry, t Topic, p *access.Principal) bool {
	return t.Kind != Me || !c.registry.Is(e.Object, schema.Person) || slices.Contains(e.IDs, p.User)
}
