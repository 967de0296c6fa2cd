package runtime

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"time"

	"switchboard/storage/fault"
)

// maxEnvelope bounds a command or reply that crosses to another node, in bytes.
const maxEnvelope = 8 << 20

// envelopeVersion leads every envelope: a node of a release that wrapped them
// otherwise must be told from one that sent garbage.
const envelopeVersion = 1

// RegisterWire names the type of a command or reply, so that it can cross to
// another node. Name and shape must stay readable by the previous release: fields
// are added, never changed (a rolling restart has both). Every node registers the
// same before it starts.
func RegisterWire(name string, sample any) { gob.RegisterName("switchboard/"+name, sample) }

func init() { //nolint:gochecknoinits // gob wants its types named before the first message
	RegisterWire("rehearsal", Rehearsal{})
}

// Cross gives what another node would get of a value: for tests of what crosses.
func Cross(value any) (any, error) {
	raw, err := pack(&answered{Reply: value})
	if err != nil {
		return nil, err
	}
	var there answered
	if err := unpack(raw, &there); err != nil {
		return nil, err
	}
	return there.Reply, nil
}

// asked is a command on its way to another node.
type asked struct {
	Kind    string
	Who     Identity
	Command any
}

// answered is what came of it.
type answered struct {
	Reply   any
	Refused *refused
}

// refused is a fault without its cause, which is logged where it happened.
type refused struct {
	Code       fault.Code
	Detail     string
	Fields     map[string][]string
	Index      int
	RetryAfter time.Duration
}

func toWire(err error) *refused {
	f := fault.From(err)
	if f == nil {
		return nil
	}
	return &refused{Code: f.Code, Detail: f.Detail, Fields: f.Fields, Index: f.Index, RetryAfter: f.RetryAfter}
}

func (r *refused) err() error {
	if r == nil {
		return nil
	}
	return &fault.Error{Code: r.Code, Detail: r.Detail, Fields: r.Fields, Index: r.Index, RetryAfter: r.RetryAfter}
}

// What pack and unpack refuse. errUnread is what another release sent.
var (
	errTooLarge = errors.New("larger than a node may send another")
	errUnread   = errors.New("not readable by this release")
)

// pack encodes a value. A type that was not registered is an error here and
// nowhere else: the other node never sees it.
func pack(value any) ([]byte, error) {
	b := bytes.NewBuffer([]byte{envelopeVersion})
	if err := gob.NewEncoder(b).Encode(value); err != nil {
		return nil, fmt.Errorf("encode: %w", err)
	}
	if b.Len() > maxEnvelope {
		return nil, errTooLarge
	}
	return b.Bytes(), nil
}

func unpack(raw []byte, into any) error {
	if len(raw) == 0 || raw[0] != envelopeVersion {
		return fmt.Errorf("%w: another version of the envelope", errUnread)
	}
	if err := gob.NewDecoder(bytes.NewReader(raw[1:])).Decode(into); err != nil {
		return fmt.Errorf("%w: %w", errUnread, err)
	}
	return nil
}
