package hub

import (
	"slices"
	"strings"

	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/schema"
)

// threads says under which kind of topic the records of a thread are announced.
var threads = map[string]Kind{
	"twilio_conversation": Conversation, "twilio_participant": Conversation, "twilio_message": Conversation,
	"chat": Chat, "chat_message": Chat,
}

// unreadInputs are the fields from which unread counts are derived: changes of
// these reach the badges, which live in the topic me.
var unreadInputs = []string{"last_number", "read_number", "read_numbers"}

// topicsOf gives the names of all topics that an entry of one record belongs to,
// whoever reads them.
func topicsOf(e *entry.Entry) []string {
	names := make([]string, 0, 6)
	names = append(names, "object:"+e.Object)
	names = append(names, Topic{Kind: Record, Object: e.Object, ID: e.ID}.Name())
	if kind, ok := threads[e.Object]; ok {
		for _, thread := range []id.ID{e.Route.Before.Thread, e.Route.After.Thread} {
			name := Topic{Kind: kind, ID: thread}.Name()
			if thread != "" && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	if e.Object == "call" {
		names = append(names, string(Calls), string(CallsAll))
	}
	if concernsMe(e) {
		names = append(names, string(Me))
	}
	if slices.Contains(feedTopics, e.Object) {
		names = append(names, string(Feed))
	}
	return names
}

func concernsMe(e *entry.Entry) bool {
	switch e.Object {
	case "user", "permission", "team":
		return true
	case "chat": // a closed one has no badge
		return e.Op != entry.Updated || e.Changed("status") || slices.ContainsFunc(unreadInputs, e.Changed) || !e.Route.Before.Equal(e.Route.After)
	case "twilio_conversation":
		return e.Op != entry.Updated || slices.ContainsFunc(unreadInputs, e.Changed) || !e.Route.Before.Equal(e.Route.After)
	}
	return false
}

// revealed gives the topics of the entry that its receivers may know of: one that a
// hidden field's value gives away (the thread of a message), or the change of one (an
// unread count), is none of theirs. whole says that they are shown the whole record, so
// that they are told nothing by being told.
func (c *encoding) revealed(object *schema.Object, before, after *access.FieldSet, whole bool) []string {
	e, thread := c.entry, object.Route.Thread
	of := func(r *entry.Route, fields *access.FieldSet, named string) bool {
		return string(r.Thread) == named && fields.Has(thread)
	}
	hides := func(name string) bool {
		if name == string(Me) {
			return !whole && threads[e.Object] != "" && !slices.ContainsFunc(badgeFields, func(field string) bool {
				return after.Has(field) && e.Changed(field)
			})
		}
		kind, named, _ := strings.Cut(name, ":")
		return (Kind(kind) == Conversation || Kind(kind) == Chat) && thread != "id" &&
			!of(&e.Route.Before, before, named) && !of(&e.Route.After, after, named)
	}
	if !slices.ContainsFunc(c.topics, hides) {
		return c.topics
	}
	return slices.DeleteFunc(slices.Clone(c.topics), hides)
}

// badgeFields are those from which a client takes a thread's badge.
var badgeFields = append([]string{"status", "unread_messages"}, unreadInputs...)

// concerns tells whether an entry that belongs to a topic is meant for this
// subscriber of it, whom its routes name so. It narrows; what he may see is decided
// by his rights alone.
func concerns(kind Kind, user id.ID, how standing, e *entry.Entry) bool {
	switch kind {
	case Calls:
		return (how.before|how.after)&(access.Owns|access.RingsFor) != 0
	case Me:
		return e.Object != "user" || e.ID == user
	case PresenceOf, CallsAll, Feed, Object, Record, Conversation, Chat, Nodes:
	}
	return true
}

// mayRead tells whether the principal's rights can show anything of a topic. The
// right to a very record is the snapshot's to check, and delivery's.
func mayRead(p *access.Principal, t Topic) bool {
	switch t.Kind {
	case Me, PresenceOf, Feed, Calls:
		return true
	case CallsAll:
		return p.Rights("call").Readable() != nil
	case Object, Record, Conversation, Chat:
		return p.Rights(t.Object).Readable() != nil
	case Nodes:
		return p.Superuser
	}
	return false
}

// kindOf gives the kind of a topic's name that is known to be well formed.
func kindOf(name string) Kind {
	t, _ := ParseTopic(name)
	return t.Kind
}
