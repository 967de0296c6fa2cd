package hub

import (
	"slices"

	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
)

// feedObjects are the records whose changes make up the live feed.
var feedObjects = map[string]bool{"contact": true, "call": true, "twilio_message": true, "chat_message": true, "note": true}

// threads says under which kind of topic the records of a thread are announced.
var threads = map[string]Kind{
	"twilio_conversation": Conversation, "twilio_participant": Conversation, "twilio_message": Conversation,
	"chat": Chat, "chat_message": Chat,
}

// unreadInputs are the fields from which unread counts are derived: changes of
// these reach the badges, which live in the topic me.
var unreadInputs = []string{"last_number", "read_number", "read_numbers"}

// topicsOf gives the names of all topics that an entry belongs to, whoever reads
// them: the packet's list is the same for every socket. Bulk entries belong to
// the object and to each of the records.
func topicsOf(e *entry.Entry) []string {
	names := make([]string, 0, 6)
	names = append(names, "object:"+e.Object)
	if e.Op == entry.Bulk {
		for _, i := range e.IDs {
			names = append(names, Topic{Kind: Record, Object: e.Object, ID: i}.Name())
		}
		return names
	}
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
	if feedObjects[e.Object] {
		names = append(names, string(Feed))
	}
	return names
}

func concernsMe(e *entry.Entry) bool {
	switch e.Object {
	case "user", "permission", "team":
		return true
	case "twilio_conversation", "chat":
		return e.Op != entry.Updated || slices.ContainsFunc(unreadInputs, e.Changed) || !e.Route.Before.Equal(e.Route.After)
	}
	return false
}

// concerns tells whether an entry that belongs to a topic is meant for this
// subscriber of it. It narrows; what he may see is decided by his rights alone.
func concerns(kind Kind, p *access.Principal, e *entry.Entry) bool {
	switch kind {
	case Calls:
		return ringsFor(p.User, &e.Route.Before) || ringsFor(p.User, &e.Route.After)
	case Me:
		return e.Object != "user" || e.ID == p.User
	case PresenceOf, CallsAll, Feed, Object, Record, Conversation, Chat:
	}
	return true
}

func ringsFor(user id.ID, r *entry.Route) bool {
	return r.Owner == user || slices.Contains(r.Candidates, user)
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
	}
	return false
}

// kindOf gives the kind of a topic's name that is known to be well formed.
func kindOf(name string) Kind {
	switch Kind(name) {
	case Me, PresenceOf, Calls, CallsAll, Feed:
		return Kind(name)
	case Object, Record, Conversation, Chat:
	}
	t, _ := ParseTopic(name)
	return t.Kind
}
