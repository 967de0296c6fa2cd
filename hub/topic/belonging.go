package topic

import (
	"slices"
	"strings"

	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/schema"
)

// Of returns the names of all topics that an entry of one record belongs to,
// for any reader.
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

// Own returns the topics that are about the entry's record itself.
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

// Revealed returns those of an entry's topics that its receivers may know of.
// It omits a topic that only the value of a hidden field reveals (the thread
// of a message), or only the change of one (an unread count). before and
// after are the fields that the receivers could and can read. whole means
// that they receive the whole record, so that receiving it reveals nothing.
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

// Relation is how the routes before and after a change name a user.
type Relation struct{ Before, After access.Standing }

// RelationOf returns how an entry's routes name a user.
func RelationOf(e *entry.Entry, user id.ID) Relation {
	return Relation{access.StandingOf(&e.Route.Before, user), access.StandingOf(&e.Route.After, user)}
}

// Concerns reports whether an entry that belongs to a topic is meant for a
// subscriber with this relation to its record. It only narrows; permissions
// alone decide what the subscriber may see.
func (c *Catalog) Concerns(t Topic, user id.ID, relation Relation, e *entry.Entry) bool {
	switch t.Kind {
	case Ongoing:
		return (relation.Before|relation.After)&(access.Owns|access.RingsFor) != 0
	case Me:
		return !c.registry.Is(e.Object, schema.Person) || e.ID == user
	case Presence, OngoingAll, Feed, Object, Record, Thread, Nodes, Query, PhoneNumber:
	}
	return true
}

// Narrowed reports whether a topic shows the object's records only to users
// that their route names: a call rings for its candidates, a badge counts for
// its members. A user who could read such a record before, but had no reason
// to hold it, needs all of it once named; a user who is no longer named
// learns that from the same packet.
func (c *Catalog) Narrowed(object string) bool {
	return c.registry.Is(object, schema.Ongoing) || c.registry.Is(object, schema.Thread)
}

// Names returns the user that an entry is about, if it is about a user.
func (c *Catalog) Names(e *entry.Entry) (id.ID, bool) {
	return e.ID, c.registry.Is(e.Object, schema.Person)
}

// Touches reports whether a bulk entry may change what a topic shows.
func (c *Catalog) Touches(e *entry.Entry, t Topic) bool {
	switch t.Kind {
	case Record:
		return t.Object == e.Object && slices.Contains(e.IDs, t.ID)
	case Thread:
		if t.Object == e.Object {
			return slices.Contains(e.IDs, t.ID)
		}
		return slices.Contains(c.shown.in(t), e.Object) // a bulk entry does not say whose parts
	case Object, Me, Ongoing, OngoingAll, Feed:
		return slices.Contains(c.shown.in(t), e.Object)
	case Presence, Nodes, Query, PhoneNumber: // the topic does not know which objects a query reads; for numbers see Numbers
	}
	return false
}

// Outdates reports whether an entry may have changed what a principal sees in
// a topic without a packet that says how: a bulk entry of records that they
// may read, or one that changes which other records they see. They are to
// take a fresh snapshot.
func (c *Catalog) Outdates(e *entry.Entry, t Topic, p *access.Principal) bool {
	return e.Op == entry.Bulk && c.Touches(e, t) && c.isAbout(e, t, p) && p.Rights(e.Object).Readable() != nil ||
		c.Visibility.moved(e, p, t)
}

// isAbout reports whether a bulk entry that touches a topic may change what
// the principal sees there: the topic me only shows the principal's own user.
func (c *Catalog) isAbout(e *entry.Entry, t Topic, p *access.Principal) bool {
	return t.Kind != Me || !c.registry.Is(e.Object, schema.Person) || slices.Contains(e.IDs, p.User)
}
