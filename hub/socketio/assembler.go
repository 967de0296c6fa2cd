package socketio

import "errors"

// Errors of an Assembler, each the end of the connection.
var (
	ErrUnexpectedBinary = errors.New("socketio: binary message that no packet announced")
	ErrUnexpectedText   = errors.New("socketio: packet while attachments are missing")
	ErrTooLarge         = errors.New("socketio: packet and attachments are too large together")
)

// Assembler puts packets and their binary attachments together. Limit bounds the
// bytes of a packet with all its attachments. It belongs to one reader.
type Assembler struct {
	Limit int
	// Discard keeps nothing of packets with attachments but their place: for one who
	// refuses them anyway.
	Discard bool

	waiting *Packet
	size    int
}

// Waiting tells whether a packet is incomplete; the owner bounds that time.
func (a *Assembler) Waiting() bool { return a.waiting != nil }

// Text takes the text of a packet. done is false where attachments must follow;
// then a copy of the packet is kept. Otherwise the packet is a view into text.
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

// Attachment takes the next binary message, of which it keeps a copy. done is
// true with the last one.
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
