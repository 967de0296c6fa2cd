package entry

import (
	"encoding/json"
	"slices"
	"sync"
)

// Fields maps field names to values in the wire shape of REST: each value is JSON without
// white space.
type Fields map[string]json.RawMessage

// Size estimates their size in a response, in bytes.
func (f Fields) Size() int {
	n := 0
	for name, value := range f {
		n += len(name) + len(value) + len(`"":,`)
	}
	return n
}

// AppendJSON appends them as a JSON object, sorted by name. The values are JSON already:
// encoding/json would read each of them again, which was a third of a list's time.
func (f Fields) AppendJSON(to []byte) []byte {
	known, _ := orders.Get().(*order)
	to = known.appendJSON(to, f)
	orders.Put(known)
	return to
}

// orders are those of records that were written before: most have the same fields.
var orders = sync.Pool{New: func() any { return &order{} }}

// order is that of the fields of a record, for others behind it: the records of a list, and
// those that are read one by one, have nearly always the same fields, whose names need be
// sorted and written as JSON once.
type order struct {
	names []string
	text  []byte // the names as they stand before their values, with what parts them
	ends  []int  // of each in the text
}

// appendJSON is Fields.AppendJSON.
func (o *order) appendJSON(to []byte, f Fields) []byte {
	if f == nil {
		return append(to, "null"...)
	}
	var some [48]json.RawMessage
	values, size, alike := o.values(some[:0], f)
	if !alike {
		o.learn(f)
		values, size, _ = o.values(some[:0], f)
	}
	to = append(slices.Grow(to, size), '{')
	from := 0
	for i, end := range o.ends {
		to = append(to, o.text[from:end]...)
		from = end
		if value := values[i]; len(value) > 0 {
			to = append(to, value...)
		} else {
			to = append(to, "null"...)
		}
	}
	return append(to, '}')
}

// learn takes the order of a record's fields.
func (o *order) learn(f Fields) {
	o.names, o.text, o.ends = o.names[:0], o.text[:0], o.ends[:0]
	for name := range f {
		o.names = append(o.names, name)
	}
	slices.Sort(o.names)
	for i, name := range o.names {
		if i > 0 {
			o.text = append(o.text, ',')
		}
		o.text = append(AppendText(o.text, name), ':')
		o.ends = append(o.ends, len(o.text))
	}
}

// values returns those of a record whose fields have the names, and how long they are as JSON;
// alike says that it has no others.
func (o *order) values(to []json.RawMessage, f Fields) (values []json.RawMessage, size int, alike bool) {
	if len(f) != len(o.names) {
		return nil, 0, false
	}
	size = len("{}") + len(o.text)
	for _, name := range o.names {
		value, is := f[name]
		if !is {
			return nil, 0, false
		}
		to = append(to, value)
		size += max(len(value), len("null"))
	}
	return to, size, true
}

// MarshalJSON implements json.Marshaler.
func (f Fields) MarshalJSON() ([]byte, error) { return f.AppendJSON(nil), nil }
