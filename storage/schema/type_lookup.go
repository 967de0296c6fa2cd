package schema

import (
	"bytes"
	"encoding/json"
	"slices"

	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// Lookup refers to a record of the field's target.
var Lookup = declare(FieldType{
	Travel: travelOne,
	Name:   "lookup", JSONType: "object", Format: "lookup", TypeScript: typeScript("LookupValue"), Interface: `
/** The value of a lookup. */
export interface LookupValue {
  id: string;
  name?: string;
  schema?: { id: string; api_name: string; title: string };
}
`,
	Example: `"0198c0de-0000-7000-8000-0000000000aa"`,
	Check:   checkLookup,
	Wire:    showLookup,
	Shown:   shownLookup,
	Column:  idColumn, Index: asItIs, Sort: InOrder,
	Members: []string{"name"}, Itself: "id",
	Targeted: true, ByName: true,
	References: giveTarget,
	HideNames:  hideTargetNames,
	Unique:     true, Indexed: true,
	Complete: completeLookup,
})

var idColumn = &Column{
	SQL: "uuid", Class: IDClass, Zero: id.ID(""), Normal: normalID, Ordered: true, Listed: true, Searched: "%s::text", Method: "btree",
}

func giveTarget(f *Field, value any, give func(object string, record id.ID)) {
	if one, _ := value.(id.ID); one != "" {
		give(f.Target, one)
	}
}

func checkLookup(f *Field, raw []byte) (any, error) {
	found, empty, ok := reference(raw)
	switch {
	case !ok:
		return nil, fault.Field(f.Name, "%s must be the id of a %s, an object with that id, or null", f.Title, f.Target)
	case empty:
		return nil, nil
	default:
		return found, nil
	}
}

// reference reads "id" or {"id": …}; empty says that it names nothing.
func reference(raw []byte) (found id.ID, empty, ok bool) {
	if len(raw) == 0 {
		return "", false, false
	}
	if raw[0] == '{' {
		var object map[string]json.RawMessage
		if json.Unmarshal(raw, &object) != nil {
			return "", false, false
		}
		raw = bytes.TrimSpace(object["id"])
		if len(raw) == 0 {
			return "", false, false
		}
	}
	if bytes.Equal(raw, null) {
		return "", true, true
	}
	s, isText := text(raw)
	if !isText {
		return "", false, false
	}
	if s == "" {
		return "", true, true
	}
	found, ok = id.Parse(s)
	return found, false, ok
}

func normalID(f *Field, value any) (any, error) {
	var text string
	switch v := value.(type) {
	case id.ID:
		text = string(v)
	case string:
		text = v
	default:
		return nil, misfit(f, value)
	}
	if text == "" {
		return nil, nil
	}
	found, ok := id.Parse(text)
	if !ok {
		return nil, fault.Field(f.Name, "%s must be an id", f.Title)
	}
	return found, nil
}

func showLookup(f *Field, value any, names Names) json.RawMessage {
	one, _ := value.(id.ID)
	return appendNamed(nil, one, names.Name(f.Target, one))
}

// appendNamed appends a lookup as clients are shown it. The name is null where the record
// has none or is gone for good.
func appendNamed(to []byte, one id.ID, name *string) []byte {
	size := len(one) + len(`{"id":"","name":null}`)
	if name != nil {
		size += len(*name)
	}
	to = append(slices.Grow(to, size), `{"id":`...)
	to = append(entry.AppendText(to, string(one)), `,"name":`...)
	if name == nil {
		to = append(to, null...)
	} else {
		to = entry.AppendText(to, *name)
	}
	return append(to, '}')
}

// hideTargetNames leaves the ids of a lookup, or of a list of them.
func hideTargetNames(f *Field, shown json.RawMessage, readable func(object string) bool) json.RawMessage {
	if readable(f.Target) {
		return shown
	}
	type nameless struct {
		ID string `json:"id"`
	}
	var one *nameless
	if json.Unmarshal(shown, &one) == nil {
		return encoded(one)
	}
	var many []nameless
	if json.Unmarshal(shown, &many) == nil {
		return encoded(many)
	}
	return null
}
