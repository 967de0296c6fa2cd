package schema

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"switchboard/storage/entry"
)

// Derivation computes a derived field from others of its record. It is data, so that an
// object with derived fields can be stored and sent.
type Derivation struct {
	// From are the fields that it is computed from.
	From []string `json:"from"`
	How  Formula  `json:"how"`
	// Path are keys inside the composite From[0], outermost first (Inner, IsInner).
	Path []string `json:"path,omitzero"`
	// Is is the text that IsInner compares with, and that EndsIn looks for.
	Is string `json:"is,omitzero"`
	// Expression is the same over the columns of From, in SQL, for a field that
	// filters and sorts: the table holds it as a generated column. "" for one that
	// does not. It is a constant of the product, never input.
	Expression string `json:"-"`
}

// Formula is a way to compute a derived field.
type Formula string

// The formulas.
const (
	// Alias repeats From[0] under a second name.
	Alias Formula = "alias"
	// Inner is the value at Path inside From[0].
	Inner Formula = "inner"
	// IsInner is true where the value at Path inside From[0] is the text Is.
	IsInner Formula = "is_inner"
	// EndsIn is true where the text From[0] ends in the text Is.
	EndsIn Formula = "ends_in"
	// Unread is how far the number From[1] is behind From[0]: unread is derived, never
	// counted up.
	Unread Formula = "unread"
	// UnreadByMember is the same for each of the list of records From[1], whose numbers
	// are in the map From[2], by id: an object of counts. The map From[3] has maps of counts by id,
	// which it adds.
	UnreadByMember Formula = "unread_by_member"
)

// Compute gets the record's wire values of From and gives the field's.
func (d *Derivation) Compute(from entry.Fields) []byte {
	switch d.How {
	case Alias:
		return orNull(from[d.From[0]])
	case Inner:
		return orNull(inner(from[d.From[0]], d.Path))
	case IsInner:
		return strconv.AppendBool(nil, bytes.Equal(inner(from[d.From[0]], d.Path), []byte(strconv.Quote(d.Is))))
	case EndsIn:
		s, _ := text(from[d.From[0]])
		return strconv.AppendBool(nil, strings.HasSuffix(s, d.Is))
	case Unread:
		return unread(from[d.From[0]], from[d.From[1]])
	case UnreadByMember:
		return unreadByMember(from[d.From[0]], from[d.From[1]], from[d.From[2]], from[d.From[3]])
	default:
		return []byte("null")
	}
}

// formulas say how many fields each is computed from.
var formulas = map[Formula]int{Alias: 1, Inner: 1, IsInner: 1, EndsIn: 1, Unread: 2, UnreadByMember: 4}

// sound tells whether a derivation of an object can be computed.
func (d *Derivation) sound(o *Object) bool {
	return formulas[d.How] > 0 && len(d.From) == formulas[d.How] &&
		!slices.ContainsFunc(d.From, func(name string) bool { return o.byName[name] == nil })
}

// underivable finds a derived field that can't be computed, nil for none.
func (o *Object) underivable() *Field {
	for _, f := range o.Fields {
		if f.Derived != nil && !f.Derived.sound(o) {
			return f
		}
	}
	return nil
}

// inner gives the value at a path inside a composite, nil where there is none.
func inner(value json.RawMessage, path []string) json.RawMessage {
	for _, key := range path {
		var object map[string]json.RawMessage
		if json.Unmarshal(value, &object) != nil {
			return nil
		}
		value = object[key]
	}
	return value
}

func unread(lastRaw, readRaw json.RawMessage) []byte {
	var last, read int64
	_ = json.Unmarshal(lastRaw, &last)
	_ = json.Unmarshal(readRaw, &read)
	return strconv.AppendInt(nil, max(0, last-read), 10)
}

func unreadByMember(lastRaw, membersRaw, readRaw, moreRaw json.RawMessage) []byte {
	var last int64
	var members []struct {
		ID string `json:"id"`
	}
	read := map[string]int64{}
	_ = json.Unmarshal(lastRaw, &last)
	_ = json.Unmarshal(membersRaw, &members)
	_ = json.Unmarshal(readRaw, &read)
	more := map[string]map[string]int64{}
	_ = json.Unmarshal(moreRaw, &more)
	unread := make(map[string]int64, len(members))
	for _, m := range members {
		unread[m.ID] = max(0, last-read[m.ID])
		for _, count := range more[m.ID] {
			unread[m.ID] += count
		}
	}
	raw, _ := json.Marshal(unread) //nolint:errchkjson // a map of numbers always has a form in JSON
	return raw
}

func orNull(raw json.RawMessage) []byte {
	if len(raw) == 0 {
		return []byte("null")
	}
	return raw
}
