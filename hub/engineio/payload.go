package engineio

import (
	"bytes"
	"encoding/base64"
)

// Separator separates the packets of a polling body ("Packet encoding", HTTP
// long-polling). JSON never contains it unescaped.
const Separator = 0x1e

// base64Mark precedes a binary message in a polling body.
const base64Mark = 'b'

// Count returns the number of packets in a polling body, so that a body of
// too many can be refused before any is read.
func Count(body []byte) int {
	return bytes.Count(body, []byte{Separator}) + 1
}

// Cut splits the first packet off a polling body. more is false for the last
// one.
func Cut(body []byte) (packet, rest []byte, more bool) {
	return bytes.Cut(body, []byte{Separator})
}

// ParsePolled is Parse for a packet of a polling body, in which a binary
// message is base64 after base64Mark. Text is a view into packet; a binary
// message is decoded in place, over packet.
func ParsePolled(packet []byte) (t Type, data []byte, binary bool, err error) {
	if len(packet) == 0 || packet[0] != base64Mark {
		t, data, err = Parse(packet)
		return t, data, false, err
	}
	coded := packet[1:]
	if bytes.ContainsAny(coded, "\r\n") { // the decoder would skip them
		return 0, nil, false, ErrMalformed
	}
	n, err := base64.StdEncoding.Strict().Decode(coded, coded)
	if err != nil {
		return 0, nil, false, ErrMalformed
	}
	return Message, coded[:n], true, nil
}

// AppendPolledBinary appends a binary message as a packet of a polling body.
func AppendPolledBinary(dst, data []byte) []byte {
	return base64.StdEncoding.AppendEncode(append(dst, base64Mark), data)
}
