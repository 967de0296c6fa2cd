package hub

import (
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"switchboard/hub/engineio"
	"switchboard/hub/link"
	"switchboard/hub/socketio"
	"switchboard/hub/topic"
	"switchboard/hub/wire"
	"switchboard/storage/access"
	"switchboard/storage/entry"
)

// encoding is one entry on its way to the sockets: its topics, and the frames
// that were built for the field sets met so far.
type encoding struct {
	catalog *topic.Catalog
	entry   *entry.Entry
	topics  []string
	list    []byte // topics as JSON
	told    map[sides]telling
	built   int
}

// telling is what receivers are told of an entry, and in which topics: those that the
// fields they may read give away. Its frame is zero where there is nothing to tell.
type telling struct {
	frame  link.Frame
	topics []string
}

// in tells whether it is told in a topic.
func (t *telling) in(topic string) bool { return slices.Contains(t.topics, topic) }

// sides are the fields that receivers could read before the change and can read
// after it: what the receivers of one packet have in common.
type sides struct{ before, after string }

func newEncoding(c *topic.Catalog, e *entry.Entry) *encoding {
	return &encoding{catalog: c, entry: e, topics: c.Of(e), told: map[sides]telling{}}
}

// frameFor gives the packet for a principal. left tells that the record left his
// sight (or is gone).
func (c *encoding) frameFor(p *access.Principal) (f telling, left bool) {
	rights := p.Rights(c.entry.Object)
	if rights == nil {
		return telling{}, false
	}
	var before, after *access.FieldSet
	if c.entry.Op != entry.Created {
		before = rights.Visible(&c.entry.Route.Before)
	}
	if c.entry.Op != entry.Removed {
		after = rights.Visible(&c.entry.Route.After)
	}
	return c.frame(rights, before, after)
}

// inTopics gives the packet for a principal who follows some topics, and whether it
// takes the record out of his sight: what the tenant's delivery would tell him.
func (c *encoding) inTopics(p *access.Principal, follows func(topic string) bool) (f telling, left bool) {
	how := topic.StandingOf(c.entry, p.User)
	for _, name := range c.topics {
		if at, ok := c.catalog.Parse(name); !ok || !follows(name) || !c.catalog.Concerns(at, p.User, how, c.entry) {
			continue
		}
		if f, left = c.frameFor(p); f.frame.Zero() || f.in(name) {
			return f, left
		}
	}
	return telling{}, false
}

// frame gives the packet for those who could read the fields before and can read
// the fields after.
func (c *encoding) frame(rights *access.Rights, before, after *access.FieldSet) (f telling, left bool) {
	key := sides{before.Key(), after.Key()}
	f, ok := c.told[key]
	if !ok {
		f = c.build(rights, before, after)
		c.told[key] = f
		c.built++
	}
	return f, before != nil && after == nil
}

// build makes the packet by what the receivers could see before and can see now.
func (c *encoding) build(rights *access.Rights, before, after *access.FieldSet) telling {
	e := c.entry
	whole := e.Record
	if whole == nil {
		whole = e.After
	}
	op := entry.Updated
	switch {
	case before == nil && after == nil:
		return telling{}
	case after == nil:
		return c.packet(entry.Removed, nil, c.revealed(rights, before, nil, true))
	case before == nil:
		op = entry.Created
	case before.Key() != after.Key(): // other fields came into sight
	case c.catalog.Narrowed(e.Object) && !e.Route.Before.Equal(e.Route.After):
	default:
		fields := access.Project(rights.Object, e.After, after)
		if !tells(fields) {
			return telling{}
		}
		return c.packet(op, fields, c.revealed(rights, before, after, false))
	}
	return c.packet(op, access.Project(rights.Object, whole, after), c.revealed(rights, before, after, true))
}

// revealed gives the topics of the entry that its receivers may know of.
func (c *encoding) revealed(rights *access.Rights, before, after *access.FieldSet, whole bool) []string {
	return c.catalog.Revealed(c.entry, c.topics, rights.Object, before, after, whole)
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

// largeEvent is the size in bytes from which on an event carries the identity of its
// record alone, and the client reads it by REST: a few large ones would overflow the
// queue of a client that follows a busy topic, and most of those who get them don't
// show the record.
const largeEvent = 64 << 10

func (c *encoding) packet(op entry.Op, fields entry.Fields, topics []string) telling {
	e, list := c.entry, c.list
	if len(topics) < len(c.topics) || list == nil {
		if list = appendJSON(nil, topics); len(topics) == len(c.topics) {
			c.list = list
		}
	}
	size := 256 + len(list)
	names := make([]string, 0, len(fields))
	for name, value := range fields {
		names = append(names, name)
		size += len(name) + len(value) + 4
	}
	large := size > largeEvent && len(fields) > 0
	if large {
		names, size = nil, 256+len(list)
	}
	slices.Sort(names)
	offset := offsetText(e.Seq)
	frame := link.NewFrame(size, func(b []byte) []byte {
		b = append(b, byte(engineio.Message), byte(socketio.Event))
		b = append(b, `["change",{"seq":`...)
		b = append(b, offset...)
		b = append(b, `,"topics":`...)
		b = append(b, list...)
		b = append(b, `,"object":`...)
		b = appendJSON(b, e.Object)
		b = append(b, `,"id":`...)
		b = appendJSON(b, e.ID)
		b = append(b, `,"op":`...)
		b = appendJSON(b, op)
		b = append(b, `,"version":`...)
		b = strconv.AppendInt(b, e.Version, 10)
		b = append(b, `,"cause":`...)
		b = appendJSON(b, e.Cause)
		b = append(b, `,"fields":{`...)
		for i, name := range names {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(b, '"')
			b = append(b, name...)
			b = append(b, '"', ':')
			b = append(b, fields[name]...)
		}
		b = append(b, '}')
		if large {
			b = append(b, `,"large":true`...)
		}
		if e.Command != "" {
			b = append(b, `,"command":`...)
			b = appendJSON(b, e.Command)
		}
		b = append(b, `},"`...)
		b = append(b, offset...)
		return append(b, '"', ']')
	})
	return telling{frame, topics}
}

// appendJSON encodes what cannot fail to encode: strings, lists of strings, and
// the small payloads of hub/wire.
func appendJSON(b []byte, v any) []byte {
	raw, err := json.Marshal(v)
	if err != nil {
		return append(b, "null"...)
	}
	return append(b, raw...)
}

// event makes the frame of an event with one JSON object and, where offset isn't
// "", an offset.
func event(name string, object []byte, offset string) link.Frame {
	return link.NewFrame(len(name)+len(object)+len(offset)+12, func(b []byte) []byte {
		b = append(b, byte(engineio.Message))
		return socketio.AppendEvent(b, name, object, offset)
	})
}

// packetFrame makes the frame of any packet.
func packetFrame(p socketio.Packet) link.Frame {
	return link.NewFrame(len(p.Data)+len(p.Namespace)+24, func(b []byte) []byte {
		return p.Append(append(b, byte(engineio.Message)))
	})
}

// resync tells a socket to take a fresh snapshot of a topic.
func resync(topic string) link.Frame { return resyncIn(topic, 0) }

// resyncIn is resync for a client that shall wait before it looks.
func resyncIn(topic string, wait time.Duration) link.Frame {
	return event("resync", appendJSON(nil, wire.ResyncEvent{Topic: topic, After: wait.Seconds()}), "")
}

// notice tells a socket something that a person may want to know.
func notice(r link.Reason) link.Frame {
	return event("notice", appendJSON(nil, wire.NoticeEvent{Code: r.Code, Detail: r.Text, Reconnect: r.Reconnect}), "")
}
