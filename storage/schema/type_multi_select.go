package schema

import (
	"encoding/json"
	"slices"

	"switchboard/storage/fault"
)

// MultiList is a list of texts.
var MultiList = declare(FieldType{
	Name: "multi-select", JSONType: "array", Format: "multi-select", TypeScript: typeScript("string[]"),
	Example: `["red","green"]`,
	Check:   checkMultiList,
	Wire:    shownAsItIs,
	Column:  textsColumn, Index: asItIs, Size: packedSize,
	Compared: Text,
	Optioned: true, Indexed: true, Defaults: true,
	Out: listOut, In: listIn,
	Nothing: noEntries,
	Tags:    true,
})

// noEntries is what a list without any is to clients, who need not ask whether there is one.
var noEntries = json.RawMessage("[]")

var textsColumn = &Column{
	SQL: "text[]", Class: TextsClass, Zero: []string(nil), Normal: normalTexts,
	Element: textColumn, Listed: true, Searched: "search.fold(array_to_string(%s, ' '))", Contains: true, Method: "gin",
}

// packedSize is what a value takes as it lies in its row.
const packedSize = "coalesce(pg_column_size(%s), 0)"

const (
	maxOption = 255 // characters
)

func checkMultiList(f *Field, raw []byte) (any, error) {
	var items []json.RawMessage
	if raw[0] != '[' || json.Unmarshal(raw, &items) != nil {
		return nil, fault.Field(f.Name, "%s must be a list of texts", f.Title)
	}
	if len(items) > MaxOptions {
		return nil, fault.Field(f.Name, "%s may have %d entries, not %d", f.Title, MaxOptions, len(items))
	}
	out := make([]string, 0, len(items))
	for _, item := range items {
		s, ok := text(item)
		if !ok {
			return nil, fault.Field(f.Name, "%s must be a list of texts", f.Title)
		}
		if err := checkCharacters(f, s, maxOption); err != nil {
			return nil, err
		}
		if s != "" && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	if len(out) == 0 && f.Required {
		return nil, nil
	}
	return out, nil
}

func normalTexts(f *Field, value any) (any, error) {
	v, ok := value.([]string)
	if !ok {
		return nil, misfit(f, value)
	}
	if v == nil {
		return nil, nil
	}
	for _, text := range v {
		if !Storable(text) {
			return nil, unstorable(f)
		}
	}
	return slices.Clone(v), nil
}
