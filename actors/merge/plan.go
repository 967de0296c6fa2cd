package merge

import (
	"bytes"
	"encoding/json"
	"slices"

	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// candidate is a record that is merged, as its reader sees it.
type candidate struct {
	id     id.ID
	fields entry.Fields
	stored row.Record
}

// merging is what a merge is made of: the master first.
type merging struct {
	object *schema.Object
	all    []candidate
	route  *entry.Route     // of the master
	chosen map[string]id.ID // the record whose value a field gets, by field
}

// changes are the values that the master gets. A value of the master stays unless another one is
// chosen; a blank is filled from the others, in their order; lists are united. A number of another
// record that the master lacks fills a blank field of numbers. Of fields that say whether numbers
// may be called or texted, only a refusal is taken over, whatever was chosen.
func (m *merging) changes() ([]Change, error) {
	for name := range m.chosen {
		if f := m.object.Field(name); f == nil || !mergeable(f) {
			return nil, fault.Field("fields", "A value of %q can't be chosen", name)
		}
	}
	var out []Change
	had := m.numbers()
	for _, f := range m.object.Fields {
		if !mergeable(f) {
			continue
		}
		mine := m.all[0].fields[f.Name]
		value := mine
		refusal, isStanding := m.object.Standing.Refusal(f.Name)
		switch from, isChosen := m.chosen[f.Name]; {
		case isStanding:
			value = m.refused(f, refusal)
		case isChosen:
			value = m.of(from).fields[f.Name]
		case isList(f):
			value = m.united(f)
		case !blank(mine): // the master's counts
		case f.Type.SearchDigits:
			value = m.number(f, had)
		default:
			value = m.first(f)
		}
		if !bytes.Equal(value, mine) && (!blank(value) || !blank(mine)) {
			if blank(value) {
				value = json.RawMessage("null")
			}
			out = append(out, Change{f.Name, value})
		}
	}
	return out, nil
}

// mergeable reports whether a merge changes the field.
func mergeable(f *schema.Field) bool {
	return f.Settable() && !f.System && !f.Internal && !f.Type.Sealed && f.Derived == nil && f.Grants == "" && !f.SuperuserOnly
}

func isList(f *schema.Field) bool {
	switch f.Kind().Column.Zero.(type) {
	case []string, []id.ID:
		return true
	default:
		return false
	}
}

func (m *merging) of(one id.ID) candidate {
	return m.all[slices.IndexFunc(m.all, func(c candidate) bool { return c.id == one })]
}

// first is the first value among the others.
func (m *merging) first(f *schema.Field) json.RawMessage {
	for _, c := range m.all[1:] {
		if value := c.fields[f.Name]; !blank(value) {
			return value
		}
	}
	return m.all[0].fields[f.Name]
}

// refused is the refusing value if any record has it, the master's value otherwise.
func (m *merging) refused(f *schema.Field, refusal bool) json.RawMessage {
	for _, c := range m.all {
		if said, isSet := c.stored.Bool(f.Name); isSet && said == refusal {
			return row.JSONValue(refusal)
		}
	}
	return m.all[0].fields[f.Name]
}

// united are the entries of all records, each once.
func (m *merging) united(f *schema.Field) json.RawMessage {
	var all []json.RawMessage
	known := map[string]bool{}
	for _, c := range m.all {
		var entries []json.RawMessage
		_ = json.Unmarshal(c.fields[f.Name], &entries) // null is an empty list
		for _, one := range entries {
			var named struct {
				ID string `json:"id"`
			}
			key := string(one)
			if json.Unmarshal(one, &named) == nil && named.ID != "" {
				key = named.ID
			}
			if !known[key] {
				known[key], all = true, append(all, one)
			}
		}
	}
	var mine []json.RawMessage
	if _ = json.Unmarshal(m.all[0].fields[f.Name], &mine); len(mine) == len(all) {
		return m.all[0].fields[f.Name]
	}
	return row.JSONValue(all)
}

// numbers are the phone numbers that the master will have anyway.
func (m *merging) numbers() map[string]bool {
	had := map[string]bool{}
	for _, f := range m.object.Fields {
		if !f.Type.SearchDigits {
			continue
		}
		from := m.all[0]
		if one, isChosen := m.chosen[f.Name]; isChosen {
			from = m.of(one)
		}
		if number := numberOf(from.fields[f.Name]); number != "" {
			had[number] = true
		}
	}
	return had
}

// number is the next number for a blank field: one of this field first, then any that would be
// lost.
func (m *merging) number(f *schema.Field, had map[string]bool) json.RawMessage {
	fields := []*schema.Field{f}
	for _, other := range m.object.Fields {
		if other.Type.SearchDigits && other.Name != f.Name {
			fields = append(fields, other)
		}
	}
	for _, from := range fields {
		for _, c := range m.all[1:] {
			if number := numberOf(c.fields[from.Name]); number != "" && !had[number] {
				had[number] = true
				return c.fields[from.Name]
			}
		}
	}
	return m.all[0].fields[f.Name]
}

func numberOf(shown json.RawMessage) string {
	var phone schema.PhoneValue
	_ = json.Unmarshal(shown, &phone) // null is no number
	return phone.PhoneNumber
}

// blank reports whether a value says nothing: null, or a composite of empty texts.
func blank(shown json.RawMessage) bool {
	var value any
	if len(shown) == 0 || json.Unmarshal(shown, &value) != nil {
		return true
	}
	return isBlank(value)
}

func isBlank(value any) bool {
	switch v := value.(type) {
	case nil:
		return true
	case string:
		return v == ""
	case []any:
		return len(v) == 0
	case map[string]any:
		if number, isPhone := v["phone_number"]; isPhone { // a country code alone is no number
			return isBlank(number)
		}
		for _, inner := range v {
			if !isBlank(inner) {
				return false
			}
		}
		return true
	default:
		return false
	}
}
