package socketio_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"testing"
	"unicode/utf8"

	"switchboard/hub/socketio"
)

// The seeds are in testdata/fuzz, one per file, named after what they are.

// FuzzDecode verifies: no text panics; what decodes is encoded to the same
// packet; what splits is well-formed JSON, element by element.
func FuzzDecode(f *testing.F) {
	f.Fuzz(func(t *testing.T, text []byte) {
		p, err := socketio.Decode(text)
		if err != nil {
			return
		}
		back, err := socketio.Decode(p.Append(nil))
		if err != nil || back.Type != p.Type || back.ID != p.ID || back.HasID != p.HasID || string(back.Data) != string(p.Data) {
			t.Fatalf("%q: %+v came back as %+v (%v)", text, p, back, err)
		}
		if p.Type != socketio.Event && p.Type != socketio.Ack {
			return
		}
		var want []json.RawMessage
		if err := json.Unmarshal(p.Data, &want); err != nil {
			t.Fatalf("%q: decoded but no array: %v", text, err)
		}
		got, err := socketio.Split(p.Data)
		if err != nil || len(got) != len(want) {
			t.Fatalf("%q: split into %q, want %q (%v)", text, got, want, err)
		}
		for i := range got {
			if string(got[i]) != string(want[i]) {
				t.Fatalf("%q: element %d is %q, want %q", text, i, got[i], want[i])
			}
		}
	})
}

// FuzzSplitEvent verifies: nothing panics, well formed or not; the name of a
// well-formed array is its first JSON string, and the arguments are the rest.
func FuzzSplitEvent(f *testing.F) {
	f.Fuzz(func(t *testing.T, data []byte) {
		name, args, err := socketio.SplitEvent(data)
		var want []json.RawMessage
		if !utf8.Valid(data) || json.Unmarshal(data, &want) != nil || data[0] != '[' {
			return // Decode lets none of these through
		}
		if err != nil {
			var first string
			if len(want) > 0 && want[0][0] == '"' && json.Unmarshal(want[0], &first) == nil && !reserved(first) {
				t.Fatalf("%q: the event %q is refused", data, first)
			}
			return
		}
		var first string
		if len(want) == 0 || json.Unmarshal(want[0], &first) != nil || first != name || reserved(name) {
			t.Fatalf("%q: the name is %q", data, name)
		}
		if len(args) != len(want)-1 {
			t.Fatalf("%q: %d arguments, want %d", data, len(args), len(want)-1)
		}
		for i, a := range args {
			if !bytes.Equal(a, want[i+1]) {
				t.Fatalf("%q: argument %d is %q, want %q", data, i, a, want[i+1])
			}
		}
	})
}

// reserved reports whether name is one of the libraries' own events.
func reserved(name string) bool {
	switch name {
	case "connect", "connect_error", "disconnect", "disconnecting", "newListener", "removeListener":
		return true
	}
	return false
}

// FuzzAssembler plays messages: the parts of the input between bytes 0x1e,
// binary if they begin with b. It verifies: nothing panics; a packet is
// complete exactly when everything it announced has arrived in order; no more
// than the limit is kept; after an error no unannounced attachment is
// expected.
func FuzzAssembler(f *testing.F) {
	const limit = 200
	f.Fuzz(func(t *testing.T, script []byte) {
		a := socketio.Assembler{Limit: limit}
		var parts [][]byte // of the incomplete packet
		for message := range bytes.SplitSeq(script, []byte{0x1e}) {
			waiting := a.Waiting()
			var p socketio.Packet
			var done bool
			var err error
			if len(message) > 0 && message[0] == 'b' {
				p, done, err = a.Attachment(message[1:])
				parts = append(parts, bytes.Clone(message[1:]))
				if waiting == errors.Is(err, socketio.ErrUnexpectedBinary) {
					t.Fatalf("%q: waiting %v, but %v", script, waiting, err)
				}
			} else {
				p, done, err = a.Text(message)
				if waiting != errors.Is(err, socketio.ErrUnexpectedText) {
					t.Fatalf("%q: waiting %v, but %v", script, waiting, err)
				}
				parts = nil
			}
			if err != nil {
				return // ends the connection
			}
			if done == a.Waiting() {
				t.Fatalf("%q: done %v and waiting %v", script, done, a.Waiting())
			}
			if !done {
				continue
			}
			if len(p.Binary) != p.Attachments || len(p.Binary) != len(parts) {
				t.Fatalf("%q: %d attachments of %d, sent %d", script, len(p.Binary), p.Attachments, len(parts))
			}
			size := 0
			for i, b := range p.Binary {
				size += len(b)
				if !bytes.Equal(b, parts[i]) {
					t.Fatalf("%q: attachment %d is %q, sent %q", script, i, b, parts[i])
				}
			}
			if size > limit {
				t.Fatalf("%q: kept %d bytes of attachments", script, size)
			}
			parts = nil
		}
	})
}
