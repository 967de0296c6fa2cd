package projection

import (
	"encoding/json"
	"strconv"
	"time"

	"switchboard/hub/engineio"
	"switchboard/hub/link"
	"switchboard/hub/socketio"
	"switchboard/hub/wire"
)

// AppendJSON encodes values that cannot fail to encode: strings, lists of
// strings, and the small payloads of hub/wire.
func AppendJSON(b []byte, v any) []byte {
	raw, err := json.Marshal(v)
	if err != nil {
		return append(b, "null"...)
	}
	return append(b, raw...)
}

// Event returns the frame of an event with one JSON object, followed by
// offset unless it is "".
func Event(name string, object []byte, offset string) link.Frame {
	return link.NewFrame(len(name)+len(object)+len(offset)+12, func(b []byte) []byte {
		b = append(b, byte(engineio.Message))
		return socketio.AppendEvent(b, name, object, offset)
	})
}

// Frame returns the frame of any packet.
func Frame(p socketio.Packet) link.Frame {
	return link.NewFrame(len(p.Data)+len(p.Namespace)+24, func(b []byte) []byte {
		return p.Append(append(b, byte(engineio.Message)))
	})
}

// Resync asks a socket to take a fresh snapshot of a topic.
func Resync(topic string) link.Frame { return ResyncIn(topic, 0) }

// ResyncIn is Resync for a client that should wait before it takes its
// snapshot.
func ResyncIn(topic string, wait time.Duration) link.Frame {
	return Event("resync", AppendJSON(nil, wire.ResyncEvent{Topic: topic, After: wait.Seconds()}), "")
}

// Notice sends a socket a message for its user.
func Notice(r link.Reason) link.Frame {
	return Event("notice", AppendJSON(nil, wire.NoticeEvent{Code: r.Code, Detail: r.Text, Reconnect: r.Reconnect}), "")
}

// Sync advances a socket's offset: it has missed nothing up to seq.
func Sync(seq int64) link.Frame { return Event("sync", []byte("{}"), Offset(seq)) }

// Offset formats a log position as the last argument of an event.
func Offset(seq int64) string { return strconv.FormatInt(seq, 10) }

// ReadOffset reads what Offset wrote; ok is false for anything else.
func ReadOffset(text string) (seq int64, ok bool) {
	if text == "" || len(text) > 18 || text[0] == '+' || text[0] == '-' {
		return 0, false
	}
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil
}
