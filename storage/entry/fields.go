package entry

import (
	"encoding/json"
	"slices"
)

// Fields maps field names to values in the wire shape of REST: each value is JSON without
// white space.
type Fields map[string]json.RawMessage

// Size is about how many bytes they have in an answer.
func (f Fields) Size() int {
	n := 0
	for name, value := range f {
		n += len(name) + len(value) + len(`"":,`)
	}
	return n
}

// AppendJSON appends them as a JSON object, sorted by name. The values are JSON already:
// encoding/json would read each of them once more, which was a third of a list's time.
func (f Fields) AppendJSON(to []byte) []byte {
	var alone Order
	return alone.AppendJSON(to, f)
}

// Order is that of the fields of a record, for others behind it: the records of a list have
// nearly always the same fields, whose names need be sorted once.
type Order struct{ names []string }

// AppendJSON is Fields.AppendJSON.
func (o *Order) AppendJSON(to []byte, f Fields) []byte {
	if f == nil {
		return append(to, "null"...)
	}
	var some [48]json.RawMessage
	values, size, alike := o.values(some[:0], f)
	if !alike {
		o.names = o.names[:0]
		for name := range f {
			o.names = append(o.names, name)
		}
		slices.Sort(o.names)
		values, size, _ = o.values(some[:0], f)
	}
	to = append(slices.Grow(to, size), '{')
	for i, name := range o.names {
		if i > 0 {
			to = append(to, ',')
		}
		to = append(AppendText(to, name), ':')
		if value := values[i]; len(value) > 0 {
			to = append(to, value...)
		} else {
			to = append(to, "null"...)
		}
	}
	return append(to, '}')
}

// values gives those of a record whose fields have the names, and how long they are as
// JSON; alike says that it has no others.
func (o *Order) values(to []json.RawMessage, f Fields) (values []json.RawMessage, size int, alike bool) {
	if len(f) != len(o.names) {
		return nil, 0, false
	}
	size = len("{}")
	for _, name := range o.names {
		value, is := f[name]
		if !is {
			return nil, 0, false
		}
		to = append(to, value)
		size += len(name) + len(value) + len(`"":null,`)
	}
	return to, size, true
}

// MarshalJSON implements json.Marshaler.
func (f Fields) MarshalJSON() ([]byte, error) { return f.AppendJSON(nil), nil }
