package runtime

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"sync"
	"time"

	"switchboard/storage/fault"
	"switchboard/storage/origin"
)

// maxEnvelope bounds a command or reply that crosses to another node, in bytes.
const maxEnvelope = 8 << 20

// envelopeVersion leads every envelope: a node of a release that wrapped them
// otherwise must be told from one that sent garbage. Version 1 was a gob.
const envelopeVersion = 2

// An envelope is its version, a line of JSON that says what it is about, and the
// command or reply, in JSON too: anybody can read on the line what nodes say to each
// other, and the shape of a type is told by its fields' names.

// types are the commands and replies that cross, by name.
var types = struct { //nolint:gochecknoglobals // as names are registered for the whole process
	sync.RWMutex
	byName map[string]reflect.Type
	names  map[reflect.Type]string
}{byName: map[string]reflect.Type{}, names: map[reflect.Type]string{}}

// RegisterType names the type of a command or reply, so that it can cross to
// another node. Name and shape must stay readable by the previous release: fields
// are added, never changed (a rolling restart has both). Every node registers the
// same before it starts. It panics where a name means another type already.
func RegisterType(name string, sample any) {
	kind := reflect.TypeOf(sample)
	types.Lock()
	defer types.Unlock()
	if known, ok := types.byName[name]; ok && known != kind {
		panic(fmt.Sprintf("runtime: %s is %s on the line already, not %s", name, known, kind))
	}
	types.byName[name], types.names[kind] = kind, name
}

// RegisterTypes is RegisterType for the samples of a feature, by their names.
func RegisterTypes(samples map[string]any) {
	for name, sample := range samples {
		RegisterType(name, sample)
	}
}

func init() { //nolint:gochecknoinits // these cross before any feature's
	RegisterType("rehearsal", Rehearsal{})
	RegisterType("batch", Batch{})
	RegisterType("replies", Replies{})
}

// Cross gives what another node would get of a value: for tests of what crosses.
func Cross(value any) (any, error) {
	raw, err := packReply(value, nil)
	if err != nil {
		return nil, err
	}
	reply, _, err := unpackReply(raw)
	return reply, err
}

// asked is a command on its way to another node, with where it comes from.
type asked struct {
	Kind    string
	Who     Identity
	Command any
	From    origin.Origin
}

// heading is the first line of an envelope.
type heading struct {
	Kind    string        `json:"kind,omitempty"`
	Who     *Identity     `json:"who,omitempty"`
	From    origin.Origin `json:"from,omitzero"`
	Type    string        `json:"type,omitempty"` // of what follows, "" for nothing
	Refused *refused      `json:"refused,omitempty"`
}

// refused is a fault as it crosses: without its cause, which is logged where it happened.
type refused struct {
	Code       fault.Code
	Detail     string
	Fields     map[string][]string
	Index      int
	RetryAfter time.Duration
}

func refusedOf(err error) *refused {
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

func packCommand(a asked) ([]byte, error) {
	return pack(heading{Kind: a.Kind, Who: &a.Who, From: a.From}, a.Command)
}

func unpackCommand(raw []byte) (asked, error) {
	h, command, err := unpack(raw)
	if err == nil && h.Who == nil {
		err = fmt.Errorf("%w: a command to nobody", errUnread)
	}
	if err != nil {
		return asked{}, err
	}
	return asked{h.Kind, *h.Who, command, h.From}, nil
}

func packReply(reply any, refusal error) ([]byte, error) {
	return pack(heading{Refused: refusedOf(refusal)}, reply)
}

// unpackReply gives the reply, or the refusal that came in its place.
func unpackReply(raw []byte) (reply any, refusal, err error) {
	h, reply, err := unpack(raw)
	return reply, h.Refused.err(), err
}

// pack encodes a value. A type that was not registered is an error here and
// nowhere else: the other node never sees it.
func pack(h heading, value any) ([]byte, error) {
	var err error
	if h.Type, err = typeName(value); err != nil {
		return nil, err
	}
	b := bytes.NewBuffer([]byte{envelopeVersion})
	line := json.NewEncoder(b)
	line.SetEscapeHTML(false) // what is JSON already stays as it is
	if err := line.Encode(h); err != nil {
		return nil, fmt.Errorf("encode: %w", err)
	}
	if value != nil {
		if err := line.Encode(value); err != nil {
			return nil, fmt.Errorf("encode: %w", err)
		}
	}
	if b.Len() > maxEnvelope {
		return nil, errTooLarge
	}
	return b.Bytes(), nil
}

func unpack(raw []byte) (h heading, value any, err error) {
	if len(raw) == 0 || raw[0] != envelopeVersion {
		return h, nil, fmt.Errorf("%w: another version of the envelope", errUnread)
	}
	line, body, _ := bytes.Cut(raw[1:], []byte("\n"))
	if err := json.Unmarshal(line, &h); err != nil {
		return h, nil, fmt.Errorf("%w: %w", errUnread, err)
	}
	value, err = decodeType(h.Type, body)
	return h, value, err
}

// typeName gives the name of a value's type, "" for nil.
func typeName(value any) (string, error) {
	if value == nil {
		return "", nil
	}
	types.RLock()
	defer types.RUnlock()
	name, ok := types.names[reflect.TypeOf(value)]
	if !ok {
		return "", fmt.Errorf("encode: %T is not registered", value)
	}
	return name, nil
}

func decodeType(name string, raw []byte) (any, error) {
	if name == "" {
		return nil, nil //nolint:nilnil // there was nothing
	}
	types.RLock()
	kind, ok := types.byName[name]
	types.RUnlock()
	if !ok {
		return nil, fmt.Errorf("%w: a %s", errUnread, name)
	}
	value := reflect.New(kind)
	if err := json.Unmarshal(raw, value.Interface()); err != nil {
		return nil, fmt.Errorf("%w: %w", errUnread, err)
	}
	return value.Elem().Interface(), nil
}

// typed is a value of any registered type within another one.
type typed struct{ value any }

// MarshalJSON implements json.Marshaler.
func (t typed) MarshalJSON() ([]byte, error) {
	name, err := typeName(t.value)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	inner := json.NewEncoder(&b)
	inner.SetEscapeHTML(false)
	err = inner.Encode(struct {
		Type  string `json:"type"`
		Value any    `json:"value"`
	}{name, t.value})
	return b.Bytes(), err
}

// UnmarshalJSON implements json.Unmarshaler.
func (t *typed) UnmarshalJSON(raw []byte) (err error) {
	var inner struct {
		Type  string          `json:"type"`
		Value json.RawMessage `json:"value"`
	}
	if err := json.Unmarshal(raw, &inner); err != nil {
		return err
	}
	t.value, err = decodeType(inner.Type, inner.Value)
	return err
}

// MarshalJSON implements json.Marshaler.
func (r Rehearsal) MarshalJSON() ([]byte, error) { return typed{r.Command}.MarshalJSON() }

// UnmarshalJSON implements json.Unmarshaler.
func (r *Rehearsal) UnmarshalJSON(raw []byte) error {
	var t typed
	err := t.UnmarshalJSON(raw)
	r.Command = t.value
	return err
}

// MarshalJSON implements json.Marshaler.
func (b Batch) MarshalJSON() ([]byte, error) { return marshalAll(b.Commands) }

// UnmarshalJSON implements json.Unmarshaler.
func (b *Batch) UnmarshalJSON(raw []byte) (err error) {
	b.Commands, err = unmarshalAll(raw)
	return err
}

// MarshalJSON implements json.Marshaler.
func (r Replies) MarshalJSON() ([]byte, error) { return marshalAll(r.Of) }

// UnmarshalJSON implements json.Unmarshaler.
func (r *Replies) UnmarshalJSON(raw []byte) (err error) {
	r.Of, err = unmarshalAll(raw)
	return err
}

func marshalAll(values []any) ([]byte, error) {
	if values == nil {
		return []byte("null"), nil
	}
	list := make([]typed, len(values))
	for i, value := range values {
		list[i].value = value
	}
	var b bytes.Buffer
	inner := json.NewEncoder(&b)
	inner.SetEscapeHTML(false)
	err := inner.Encode(list)
	return b.Bytes(), err
}

func unmarshalAll(raw []byte) ([]any, error) {
	var list []typed
	if err := json.Unmarshal(raw, &list); err != nil || list == nil {
		return nil, err
	}
	values := make([]any, len(list))
	for i := range list {
		values[i] = list[i].value
	}
	return values, nil
}
