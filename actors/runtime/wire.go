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

// RegisterWire names the type of a command or reply, so that it can cross to
// another node. Name and shape must stay readable by the previous release: fields
// are added, never changed (a rolling restart has both). Every node registers the
// same before it starts.
func RegisterWire(name string, sample any) { gob.RegisterName("switchboard/"+name, sample) }

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

var errTooLarge = errors.New("larger than a node may send another")

// pack encodes a value. A type that was not registered is an error here and
// nowhere else: the other node never sees it.
func pack(value any) ([]byte, error) {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(value); err != nil {
		return nil, fmt.Errorf("encode: %w", err)
	}
	if b.Len() > maxEnvelope {
		return nil, errTooLarge
	}
	return b.Bytes(), nil
}

func unpack(raw []byte, into any) error {
	if err := gob.NewDecoder(bytes.NewReader(raw)).Decode(into); err != nil {
		return fmt.Errorf("decode: %w", err)
	}
	return nil
}
