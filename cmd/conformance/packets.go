package main

import (
	"encoding/json"
	"fmt"
	"strconv"

	"switchboard/hub/engineio"
	"switchboard/hub/link"
	"switchboard/hub/socketio"
)

// placeholder stands for the first attachment.
var placeholder = json.RawMessage(`{"_placeholder":true,"num":0}`)

// isBinary reports whether an argument is an attachment.
func isBinary(argument json.RawMessage) bool {
	var p struct {
		Placeholder bool `json:"_placeholder"`
	}
	return json.Unmarshal(argument, &p) == nil && p.Placeholder
}

// framesOf builds a packet and its attachments. p.Type is the type without
// attachments.
func framesOf(p socketio.Packet) []link.Frame {
	if p.Attachments = len(p.Binary); p.Attachments > 0 {
		p.Type = map[socketio.Type]socketio.Type{socketio.Event: socketio.BinaryEvent, socketio.Ack: socketio.BinaryAck}[p.Type]
	}
	frames := []link.Frame{link.NewFrame(len(p.Data)+len(p.Namespace)+24, func(b []byte) []byte {
		return p.Append(append(b, byte(engineio.Message)))
	})}
	for _, b := range p.Binary {
		frames = append(frames, link.BinaryFrame(b))
	}
	return frames
}

// array encodes the arguments of an event, or of a reply if name is "".
func array(name string, args []json.RawMessage) []byte {
	b := []byte{'['}
	if name != "" {
		b = append(b, quoted(name)...)
	}
	for _, a := range args {
		if len(b) > 1 {
			b = append(b, ',')
		}
		b = append(b, a...)
	}
	return append(b, ']')
}

// quoted returns the JSON of a string.
func quoted(s string) json.RawMessage {
	return jsonOf(s)
}

// jsonOf encodes a value of this program's own, with strings and well-formed
// JSON.
func jsonOf(v any) json.RawMessage {
	b, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("conformance: %T can't be written: %v", v, err))
	}
	return b
}

func offsetOf(n int64) string { return strconv.FormatInt(n, 36) }
