package hub

import (
	"strings"

	"switchboard/storage/id"
)

// Kind is the first part of a topic's name.
type Kind string

// The kinds of topics (architecture §4, "Topics").
const (
	Me           Kind = "me"
	PresenceOf   Kind = "presence"
	Calls        Kind = "calls"
	CallsAll     Kind = "calls:all"
	Feed         Kind = "feed"
	Object       Kind = "object"
	Record       Kind = "record"
	Conversation Kind = "conversation"
	Chat         Kind = "chat"
	Nodes        Kind = "nodes" // the live view of administrators
)

// Kinds lists all kinds, for tables that must be complete.
func Kinds() []Kind {
	return []Kind{Me, PresenceOf, Calls, CallsAll, Feed, Object, Record, Conversation, Chat, Nodes}
}

// Topic is something a socket can subscribe to.
type Topic struct {
	Kind   Kind
	Object string // Object and Record: the api name; Conversation and Chat: the thread's object
	ID     id.ID  // Record, Conversation, Chat
}

// ParseTopic reads a topic's name. It fails where the name is none.
func ParseTopic(name string) (Topic, bool) {
	switch Kind(name) {
	case Me, PresenceOf, Calls, CallsAll, Feed, Nodes:
		return Topic{Kind: Kind(name)}, true
	case Object, Record, Conversation, Chat:
		return Topic{}, false
	}
	kind, rest, _ := strings.Cut(name, ":")
	switch Kind(kind) {
	case Object:
		return Topic{Kind: Object, Object: rest}, plainName(rest)
	case Record:
		object, text, _ := strings.Cut(rest, ":")
		i, ok := canonical(text)
		return Topic{Kind: Record, Object: object, ID: i}, ok && plainName(object)
	case Conversation:
		i, ok := canonical(rest)
		return Topic{Kind: Conversation, Object: "twilio_conversation", ID: i}, ok
	case Chat:
		i, ok := canonical(rest)
		return Topic{Kind: Chat, Object: "chat", ID: i}, ok
	case Me, PresenceOf, Calls, CallsAll, Feed, Nodes: // with something behind the name
	}
	return Topic{}, false
}

// canonical takes ids in the one spelling that entries use, so that a topic has
// one name.
func canonical(text string) (id.ID, bool) {
	i, ok := id.Parse(text)
	return i, ok && i.String() == text
}

func plainName(s string) bool {
	if s == "" || len(s) > 63 {
		return false
	}
	for i := range len(s) {
		c := s[i]
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '_' {
			return false
		}
	}
	return true
}

// Name is the topic's name on the wire.
func (t Topic) Name() string {
	switch t.Kind {
	case Object:
		return "object:" + t.Object
	case Record:
		return "record:" + t.Object + ":" + t.ID.String()
	case Conversation:
		return "conversation:" + t.ID.String()
	case Chat:
		return "chat:" + t.ID.String()
	case Me, PresenceOf, Calls, CallsAll, Feed, Nodes:
	}
	return string(t.Kind)
}
