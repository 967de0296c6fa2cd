package topic

import (
	"strings"

	"switchboard/storage/id"
	"switchboard/storage/phonenumber"
)

// Kind is the kind of a topic.
type Kind string

// The kinds of topics.
const (
	Me          Kind = "me"
	Presence    Kind = "presence"
	Feed        Kind = "feed"
	Nodes       Kind = "nodes" // the administrators' live view
	Object      Kind = "object"
	Record      Kind = "record"
	Thread      Kind = "thread"      // a conversation with its parts: <topic>:<id>
	Query       Kind = "live_query"  // one user's live query
	PhoneNumber Kind = "number"      // whether a phone number may be called and texted: number:+E.164
	Ongoing     Kind = "ongoing"     // ongoing records that concern the user: <topic>
	OngoingAll  Kind = "ongoing:all" // all ongoing records: <topic>:all
)

// Topic is something a socket can subscribe to. Topics are comparable.
type Topic struct {
	Kind   Kind
	Object string // the api name of the object, "" for Me, Presence, Feed, Nodes, Query and PhoneNumber
	ID     id.ID  // of Record, Thread and Query
	Phone  string // of PhoneNumber, in E.164
	name   string
}

// Name returns the topic's name on the wire.
func (t Topic) Name() string { return t.name }

// Head returns the prefix of the topic's name (Catalog.Heads).
func (t Topic) Head() string {
	if t.Kind != Object && t.Kind != Record && t.Kind != Thread && t.Kind != Query && t.Kind != PhoneNumber {
		return t.name
	}
	head, _, _ := strings.Cut(t.name, ":")
	return head
}

// Whole returns a topic of a kind with only one topic: Me, Presence, Feed,
// Nodes.
func Whole(kind Kind) Topic { return Topic{Kind: kind, name: string(kind)} }

// OfObject returns the topic of all records of an object.
func OfObject(object string) Topic {
	return Topic{Kind: Object, Object: object, name: "object:" + object}
}

// OfRecord returns the topic of one record.
func OfRecord(object string, record id.ID) Topic {
	return Topic{Kind: Record, Object: object, ID: record, name: "record:" + object + ":" + record.String()}
}

// OfNumber returns the topic of a phone number in E.164.
func OfNumber(number string) Topic {
	return Topic{Kind: PhoneNumber, Phone: number, name: string(PhoneNumber) + ":" + number}
}

// all is the suffix of the topic that shows ongoing records to all users who
// may read them.
const all = ":all"

// Parse parses a topic's name. It returns false if the name is invalid.
func (c *Catalog) Parse(name string) (Topic, bool) {
	switch kind := Kind(name); kind {
	case Me, Presence, Feed, Nodes:
		return Whole(kind), true
	case Object, Record, Thread, Query, PhoneNumber, Ongoing, OngoingAll:
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
	case PhoneNumber:
		return OfNumber(rest), phonenumber.IsE164(rest) && phonenumber.Canonical(rest) == rest
	case Me, Presence, Feed, Nodes, Thread, Ongoing, OngoingAll:
	}
	if object, ok := c.threads[kind]; ok {
		i, ok := canonical(rest)
		return Topic{Kind: Thread, Object: object, ID: i, name: name}, ok
	}
	return Topic{}, false
}

// canonical accepts ids only in the spelling that entries use, so that a
// topic has one name.
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
