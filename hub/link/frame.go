package link

import (
	"encoding/binary"

	"switchboard/hub/engineio"
)

// frameHead is the longest header of an unmasked frame (RFC 6455 §5.2).
const frameHead = 10

const (
	opText   = 0x1
	opBinary = 0x2
	opClose  = 0x8
	finBit   = 0x80
)

// Frame is one outgoing Engine.IO packet, built once and written to any
// number of connections. It is immutable.
type Frame struct {
	bytes   []byte // header and payload
	payload int    // where the payload starts
}

// NewFrame returns a frame of the Engine.IO packet that build appends to its
// argument.
func NewFrame(size int, build func(dst []byte) []byte) Frame {
	return frame(opText, build(make([]byte, frameHead, frameHead+size)))
}

// MessageFrame returns the frame of a Message packet.
func MessageFrame(data []byte) Frame {
	return NewFrame(len(data)+1, func(dst []byte) []byte {
		return engineio.Append(dst, engineio.Message, data)
	})
}

// BinaryFrame returns the frame of a binary message.
func BinaryFrame(data []byte) Frame {
	b := make([]byte, frameHead, frameHead+len(data))
	return frame(opBinary, append(b, data...))
}

func closeFrame(r Reason) Frame {
	b := make([]byte, frameHead, frameHead+2+len(r.Text))
	b = binary.BigEndian.AppendUint16(b, uint16(r.Status))
	return frame(opClose, append(b, r.Text...))
}

// frame writes the header right before the payload, which starts at
// frameHead.
func frame(op byte, b []byte) Frame {
	n := len(b) - frameHead
	var start int
	switch {
	case n < 126:
		start = frameHead - 2
		b[start+1] = byte(n)
	case n < 1<<16:
		start = frameHead - 4
		b[start+1] = 126
		binary.BigEndian.PutUint16(b[start+2:], uint16(n))
	default:
		start = 0
		b[1] = 127
		binary.BigEndian.PutUint64(b[2:], uint64(n))
	}
	b[start] = finBit | op
	return Frame{bytes: b[start:len(b):len(b)], payload: frameHead - start}
}

// Payload returns the Engine.IO packet without the WebSocket header. It must
// not be changed.
func (f Frame) Payload() []byte { return f.bytes[f.payload:] }

// binary reports whether the packet is a binary message.
func (f Frame) binary() bool { return f.bytes[0]&0x0f == opBinary }

// join concatenates the bytes of frames.
func join(frames []Frame) []byte {
	if len(frames) == 1 {
		return frames[0].bytes
	}
	n := 0
	for _, f := range frames {
		n += len(f.bytes)
	}
	all := make([]byte, 0, n)
	for _, f := range frames {
		all = append(all, f.bytes...)
	}
	return all
}

// Len returns the number of bytes that are sent.
func (f Frame) Len() int { return len(f.bytes) }

// Zero reports whether f is the zero value.
func (f Frame) Zero() bool { return f.bytes == nil }
