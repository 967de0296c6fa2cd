package engineio

import (
	"errors"
	"strconv"
	"time"
)

// Type is the type of an Engine.IO packet: its digit on the wire.
type Type byte

// The packet types of protocol 4.
const (
	Open    Type = '0' // server: the handshake
	Close   Type = '1' // either side ends the session
	Ping    Type = '2' // server: heartbeat (client while probing an upgrade)
	Pong    Type = '3' // client: reply to Ping, with its data
	Message Type = '4' // either side: a Socket.IO packet
	Upgrade Type = '5' // client: completes the change of transport
	Noop    Type = '6' // server: ends a pending poll
)

// Version is the value of the EIO query parameter that this package
// implements.
const Version = "4"

// ErrMalformed is returned for a text frame that is not an Engine.IO packet.
var ErrMalformed = errors.New("engineio: malformed packet")

// Parse splits a text frame into its type and data. The data is a view into
// frame. It fails with ErrMalformed for an empty frame or an unknown type. A
// binary WebSocket frame is always a Message and is not parsed.
func Parse(frame []byte) (Type, []byte, error) {
	if len(frame) == 0 || frame[0] < byte(Open) || frame[0] > byte(Noop) {
		return 0, nil, ErrMalformed
	}
	return Type(frame[0]), frame[1:], nil
}

// Append appends a packet to dst.
func Append(dst []byte, t Type, data []byte) []byte {
	return append(append(dst, byte(t)), data...)
}

// Handshake is the content of the Open packet.
type Handshake struct {
	// SID is the session's id; it must be safe inside a JSON string as it is.
	SID string
	// Upgrades lists the transports that the client may change to.
	Upgrades []string
	// PingInterval is the time between heartbeats, PingTimeout the time the
	// client has to answer one. Both are sent in whole milliseconds.
	PingInterval, PingTimeout time.Duration
	// MaxPayload is the maximum size of one message or polling body in bytes.
	MaxPayload int
}

// AppendOpen appends the Open packet to dst.
func AppendOpen(dst []byte, h Handshake) []byte {
	dst = append(dst, `0{"sid":"`...)
	dst = append(dst, h.SID...)
	dst = append(dst, `","upgrades":[`...)
	for i, u := range h.Upgrades {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = strconv.AppendQuote(dst, u)
	}
	dst = append(dst, `],"pingInterval":`...)
	dst = strconv.AppendInt(dst, h.PingInterval.Milliseconds(), 10)
	dst = append(dst, `,"pingTimeout":`...)
	dst = strconv.AppendInt(dst, h.PingTimeout.Milliseconds(), 10)
	dst = append(dst, `,"maxPayload":`...)
	dst = strconv.AppendInt(dst, int64(h.MaxPayload), 10)
	return append(dst, '}')
}
