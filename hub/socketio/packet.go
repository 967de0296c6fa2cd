package socketio

import (
	"encoding/json"
	"errors"
	"strconv"
	"unicode/utf8"
)

// Type is the type of a Socket.IO packet: its digit on the wire.
type Type byte

// The packet types of protocol 5.
const (
	Connect      Type = '0'
	Disconnect   Type = '1'
	Event        Type = '2'
	Ack          Type = '3'
	ConnectError Type = '4'
	BinaryEvent  Type = '5'
	BinaryAck    Type = '6'
)

// MaxAttachments is the maximum number of binary attachments of one packet,
// as in the reference parser.
const MaxAttachments = 10

// maxIDDigits keeps acknowledgement ids within JavaScript's safe integers.
const maxIDDigits = 15

// ErrMalformed is returned for text that is not a Socket.IO packet.
var ErrMalformed = errors.New("socketio: malformed packet")

// Packet is one packet. Data is raw JSON, nil if the packet carries none.
type Packet struct {
	Type      Type
	Namespace string // "/" for the main one
	ID        uint64
	HasID     bool
	// Attachments is how many binary messages follow (BinaryEvent, BinaryAck).
	Attachments int
	Data        []byte
	// Binary holds the attachments once an Assembler has collected them.
	Binary [][]byte
}

// Decode reads one packet and checks that its payload has the form that its
// type requires. Data is a view into text. It fails with ErrMalformed.
func Decode(text []byte) (Packet, error) {
	p := Packet{Namespace: "/"}
	if len(text) == 0 || text[0] < byte(Connect) || text[0] > byte(BinaryAck) || !utf8.Valid(text) {
		return p, ErrMalformed
	}
	p.Type = Type(text[0])
	rest := text[1:]

	if p.Type == BinaryEvent || p.Type == BinaryAck {
		n, after, ok := digits(rest, 3)
		if !ok || len(after) == 0 || after[0] != '-' || n > MaxAttachments {
			return p, ErrMalformed
		}
		p.Attachments, rest = int(n), after[1:]
	}
	if len(rest) > 0 && rest[0] == '/' {
		end := 0
		for end < len(rest) && rest[end] != ',' {
			end++
		}
		p.Namespace = string(rest[:end])
		rest = rest[min(end+1, len(rest)):]
	}
	if len(rest) > 0 && rest[0] >= '0' && rest[0] <= '9' {
		n, after, ok := digits(rest, maxIDDigits)
		if !ok {
			return p, ErrMalformed
		}
		p.ID, p.HasID, rest = n, true, after
	}
	if len(rest) > 0 {
		p.Data = rest
	}
	if !p.valid() {
		return p, ErrMalformed
	}
	return p, nil
}

func (p Packet) valid() bool {
	if p.Data != nil && !json.Valid(p.Data) {
		return false
	}
	first := byte(0)
	if p.Data != nil {
		first = p.Data[0]
	}
	switch p.Type {
	case Connect:
		return !p.HasID && (p.Data == nil || first == '{')
	case Disconnect:
		return !p.HasID && p.Data == nil
	case ConnectError:
		return !p.HasID && (first == '{' || first == '"')
	case Event, BinaryEvent:
		return first == '['
	case Ack, BinaryAck:
		return first == '[' && p.HasID
	}
	return false
}

func digits(b []byte, limit int) (n uint64, rest []byte, ok bool) {
	i := 0
	for i < len(b) && b[i] >= '0' && b[i] <= '9' {
		if i == limit {
			return 0, nil, false
		}
		n = n*10 + uint64(b[i]-'0')
		i++
	}
	return n, b[i:], i > 0
}

// Append appends the packet's text to dst. Attachments are sent separately.
func (p Packet) Append(dst []byte) []byte {
	dst = append(dst, byte(p.Type))
	if p.Type == BinaryEvent || p.Type == BinaryAck {
		dst = strconv.AppendInt(dst, int64(p.Attachments), 10)
		dst = append(dst, '-')
	}
	if p.Namespace != "" && p.Namespace != "/" {
		dst = append(dst, p.Namespace...)
		dst = append(dst, ',')
	}
	if p.HasID {
		dst = strconv.AppendUint(dst, p.ID, 10)
	}
	return append(dst, p.Data...)
}
