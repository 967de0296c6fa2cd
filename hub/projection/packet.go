package projection

import (
	"slices"
	"strconv"

	"switchboard/hub/engineio"
	"switchboard/hub/link"
	"switchboard/hub/socketio"
	"switchboard/storage/entry"
)

// largeEvent is the size in bytes above which an event carries only the
// identity of its record, and the client reads the record by REST. A few
// large events would overflow the queue of a client on a busy topic, and most
// receivers do not show the record.
const largeEvent = 64 << 10

func (c *Change) packet(op entry.Op, fields entry.Fields, topics []string) Packet {
	e, list := c.Entry, c.list
	if len(topics) < len(c.Topics) || list == nil {
		if list = AppendJSON(nil, topics); len(topics) == len(c.Topics) {
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
	offset := Offset(e.Seq)
	frame := link.NewFrame(size, func(b []byte) []byte {
		b = append(b, byte(engineio.Message), byte(socketio.Event))
		b = append(b, `["change",{"seq":`...)
		b = append(b, offset...)
		b = append(b, `,"topics":`...)
		b = append(b, list...)
		b = append(b, `,"object":`...)
		b = AppendJSON(b, e.Object)
		b = append(b, `,"id":`...)
		b = AppendJSON(b, e.ID)
		b = append(b, `,"op":`...)
		b = AppendJSON(b, op)
		b = append(b, `,"version":`...)
		b = strconv.AppendInt(b, e.Version, 10)
		b = append(b, `,"cause":`...)
		b = AppendJSON(b, e.Cause)
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
			b = AppendJSON(b, e.Command)
		}
		b = append(b, `},"`...)
		b = append(b, offset...)
		return append(b, '"', ']')
	})
	return Packet{frame, topics}
}
