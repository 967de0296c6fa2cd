package socketio

import "errors"

// Errors of an Assembler. Each ends the connection.
var (
	ErrUnexpectedBinary = errors.New("socketio: binary message that no packet announced")
	ErrUnexpectedText   = errors.New("socketio: packet while attachments are missing")
	ErrTooLarge         = errors.New("socketio: packet and attachments are too large together")
)

// Assembler combines packets with their binary attachments. Limit bounds the
// bytes of a packet with all its attachments. It belongs to one reader.
type Assembler struct {
	Limit int
	// Discard keeps only the count of attachments, for callers that reject
	// such packets anyway.
	Discard bool

	waiting *Packet
	size    int
}

// Waiting reports whether a packet is incomplete. The owner bounds that time.
func (a *Assembler) Waiting() bool { return a.waiting != nil }

// Text handles the text of a packet. If attachments must follow, done is
// false and a copy of the packet is kept. Otherwise the packet is a view into
// text.
func (a *Assembler) Text(text []byte) (p Packet, done bool, err error) {
	if a.waiting != nil {
		return Packet{}, false, ErrUnexpectedText
	}
	p, err = Decode(text)
	if err != nil {
		return p, false, err
	}
	if p.Attachments == 0 {
		return p, true, nil
	}
	kept := p
	kept.Data = nil
	if !a.Discard {
		kept.Data = append([]byte(nil), p.Data...)
	}
	a.waiting, a.size = &kept, len(text)
	return Packet{}, false, nil
}

// Attachment copies the next binary message. done is true for the last one.
func (a *Assembler) Attachment(b []byte) (p Packet, done bool, err error) {
	if a.waiting == nil {
		return Packet{}, false, ErrUnexpectedBinary
	}
	a.size += len(b)
	if a.Limit > 0 && a.size > a.Limit {
		return Packet{}, false, ErrTooLarge
	}
	if a.Discard {
		b = nil
	}
	a.waiting.Binary = append(a.waiting.Binary, append([]byte{}, b...))
	if len(a.waiting.Binary) < a.waiting.Attachments {
		return Packet{}, false, nil
	}
	p = *a.waiting
	a.waiting, a.size = nil, 0
	return p, true, nil
}
