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

// maxEnvelope bounds an encoded command or reply, in bytes.
const maxEnvelope = 8 << 20

// envelopeVersion starts every envelope, so that a node of a release with another
// format can be told from one that sent garbage. Version 1 was a gob.
const envelopeVersion = 2

// An envelope is its version, a line of JSON with its header, and the command or
// reply, also in JSON: the traffic is readable, and field names identify a type's
// shape.

// types holds the registered commands and replies by name.
var types = struct { //nolint:gochecknoglobals // as names are registered for the whole process
	sync.RWMutex
	byName map[string]reflect.Type
	names  map[reflect.Type]string
}{byName: map[string]reflect.Type{}, names: map[reflect.Type]string{}}

// RegisterType names the type of a command or reply, so that it can be sent to
// another node. Name and shape must stay readable by the previous release: fields are
// added, never changed (a rolling restart runs both). Every node registers the same
// types before it starts. RegisterType panics if the name is used for another type.
func RegisterType(name string, sample any) {
	kind := reflect.TypeOf(sample)
	types.Lock()
	defer types.Unlock()
	if known, ok := types.byName[name]; ok && known != kind {
		panic(fmt.Sprintf("runtime: %s is registered as %s, not %s", name, known, kind))
	}
	types.byName[name], types.names[kind] = kind, name
}

// RegisterTypes calls RegisterType for a feature's samples by name.
func RegisterTypes(samples map[string]any) {
	for name, sample := range samples {
		RegisterType(name, sample)
	}
}

func init() { //nolint:gochecknoinits // these cross before any feature's
	RegisterType("rehearsal", DryRun{})
	RegisterType("batch", Batch{})
	RegisterType("replies", Replies{})
}

// Cross returns what another node would receive, for tests.
func Cross(value any) (any, error) {
	raw, err := packReply(value, nil)
	if err != nil {
		return nil, err
	}
	reply, _, err := unpackReply(raw)
	return reply, err
}

// asked is a command to another node, with its origin.
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
	Type    string        `json:"type,omitempty"` // of the value that follows, or ""
	Refused *refused      `json:"refused,omitempty"`
}

// refused is an encoded fault, without its cause, which is logged on its own node.
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

// The errors of pack and unpack. errUnread is for data from another release.
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

// unpackReply returns the reply or the error in its place.
func unpackReply(raw []byte) (reply any, refusal, err error) {
	h, reply, err := unpack(raw)
	return reply, h.Refused.err(), err
}

// pack encodes a value. An unregistered type is an error here and never reaches the
// other node.
func pack(h heading, value any) ([]byte, error) {
	var err error
	if h.Type, err = typeName(value); err != nil {
		return nil, err
	}
	b := bytes.NewBuffer([]byte{envelopeVersion})
	line := json.NewEncoder(b)
	line.SetEscapeHTML(false) // values that are already JSON stay unchanged
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

// typeName returns the name of a value's type, or "" for nil.
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

// typed is a nested value of any registered type.
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
func (r DryRun) MarshalJSON() ([]byte, error) { return typed{r.Command}.MarshalJSON() }

// UnmarshalJSON implements json.Unmarshaler.
func (r *DryRun) UnmarshalJSON(raw []byte) error {
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
