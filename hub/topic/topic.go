package topic

import (
	"strings"

	"switchboard/storage/id"
	"switchboard/storage/phonenumber"
)

// Kind says what a topic tells of.
type Kind string

// The kinds of topics.
const (
	Me         Kind = "me"
	Presence   Kind = "presence"
	Feed       Kind = "feed"
	Nodes      Kind = "nodes" // the live view of administrators
	Object     Kind = "object"
	Record     Kind = "record"
	Thread     Kind = "thread"      // a conversation with its parts: <topic>:<id>
	Query      Kind = "live_query"  // one person's live query
	Number     Kind = "number"      // whether a phone number may be called and texted: number:+E.164
	Ongoing    Kind = "ongoing"     // what goes on and concerns oneself: <topic>
	OngoingAll Kind = "ongoing:all" // what goes on: <topic>:all
)

// Topic is something a socket can subscribe to. Equal topics are the same.
type Topic struct {
	Kind   Kind
	Object string // the api name of what is told, "" for Me, Presence, Feed, Nodes, Query and Number
	ID     id.ID  // of Record, Thread and Query
	Phone  string // of Number, in E.164
	name   string
}

// Name is the topic's name on the wire.
func (t Topic) Name() string { return t.name }

// Head is what the topic's name begins with (Catalog.Heads).
func (t Topic) Head() string {
	if t.Kind != Object && t.Kind != Record && t.Kind != Thread && t.Kind != Query && t.Kind != Number {
		return t.name
	}
	head, _, _ := strings.Cut(t.name, ":")
	return head
}

// Whole is a topic of which there is one: Me, Presence, Feed, Nodes.
func Whole(kind Kind) Topic { return Topic{Kind: kind, name: string(kind)} }

// OfObject is the topic of all records of an object.
func OfObject(object string) Topic {
	return Topic{Kind: Object, Object: object, name: "object:" + object}
}

// OfRecord is the topic of one record.
func OfRecord(object string, record id.ID) Topic {
	return Topic{Kind: Record, Object: object, ID: record, name: "record:" + object + ":" + record.String()}
}

// OfNumber is the topic of a phone number in E.164.
func OfNumber(number string) Topic {
	return Topic{Kind: Number, Phone: number, name: string(Number) + ":" + number}
}

// all ends the name of the topic that shows what goes on to all who may read it.
const all = ":all"

// Parse reads a topic's name. It fails where the name is none.
func (c *Catalog) Parse(name string) (Topic, bool) {
	switch kind := Kind(name); kind {
	case Me, Presence, Feed, Nodes:
		return Whole(kind), true
	case Object, Record, Thread, Query, Number, Ongoing, OngoingAll:
	}
	if t, ok := c.ongoing[name]; ok {
		return t, true
	}
	kind, rest, _ := strings.Cut(name, ":")
	switch Kind(kind) {
	case Object:
		return OfObject(rest), plainName(rest)
	case Record:
		object, text, _ := strings.Cut(rest, ":")
		i, ok := canonical(text)
		return OfRecord(object, i), ok && plainName(object)
	case Query:
		i, ok := canonical(rest)
		return Topic{Kind: Query, ID: i, name: name}, ok
	case Number:
		return OfNumber(rest), phonenumber.IsE164(rest) && phonenumber.Canonical(rest) == rest
	case Me, Presence, Feed, Nodes, Thread, Ongoing, OngoingAll:
	}
	if object, ok := c.threads[kind]; ok {
		i, ok := canonical(rest)
		return Topic{Kind: Thread, Object: object, ID: i, name: name}, ok
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
