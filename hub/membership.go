package hub

import (
	"slices"

	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/id"
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
// whoever reads them: the packet's list is the same for every socket.
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
