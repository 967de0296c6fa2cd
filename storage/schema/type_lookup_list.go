package schema

import (
	"bytes"
	"encoding/json"

	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// LookupList refers to records of the field's target, in an order.
var LookupList = declare(FieldType{
	Name: "lookup-list", JSONType: "array", Format: "lookup", TypeScript: typeScript("LookupValue[]"),
	Example: `["0198c0de-0000-7000-8000-0000000000aa","0198c0de-0000-7000-8000-0000000000ab"]`,
	Check:   checkLookupList,
	Wire:    showLookupList,
	Column:  idsColumn, Index: asItIs, Size: "5 * coalesce(pg_column_size(%s), 0)", // each goes out with its name
	Compared: Lookup,
	Targeted: true,
	References: func(f *Field, value any, give func(object string, record id.ID)) {
		list, _ := value.([]id.ID)
		for _, one := range list {
			give(f.Target, one)
		}
	},
	HideNames: hideTargetNames,
	Indexed:   true,
	Complete:  completeLookups,
	Nothing:   noEntries,
})

var idsColumn = &Column{
	SQL: "uuid[]", Class: IDsClass, Zero: []id.ID(nil), Normal: normalIDs, Element: idColumn, Listed: true, Contains: true, Method: "gin",
}

const maxLookups = 1_000

func checkLookupList(f *Field, raw []byte) (any, error) {
	var items []json.RawMessage
	if raw[0] != '[' || json.Unmarshal(raw, &items) != nil {
		return nil, fault.Field(f.Name, "%s must be a list of ids of %s records", f.Title, f.Target)
	}
	if len(items) > maxLookups {
		return nil, fault.Field(f.Name, "%s may have %d entries, not %d", f.Title, maxLookups, len(items))
	}
	out := make([]id.ID, 0, len(items))
	seen := make(map[id.ID]bool, len(items))
	for _, item := range items {
		found, empty, ok := reference(bytes.TrimSpace(item))
		if !ok || empty {
			return nil, fault.Field(f.Name, "%s must be a list of ids of %s records", f.Title, f.Target)
		}
		if !seen[found] {
			seen[found] = true
			out = append(out, found)
		}
	}
	if len(out) == 0 && f.Required {
		return nil, nil
	}
	return out, nil
}

func normalIDs(f *Field, value any) (any, error) {
	v, ok := value.([]id.ID)
	if !ok {
		return nil, misfit(f, value)
	}
	if v == nil {
		return nil, nil
	}
	out := make([]id.ID, len(v))
	for i, one := range v {
		if out[i], ok = id.Parse(string(one)); !ok {
			return nil, fault.Field(f.Name, "%s must hold ids only", f.Title)
		}
	}
	return out, nil
}

func showLookupList(f *Field, value any, names Names) json.RawMessage {
	list, _ := value.([]id.ID)
	out := []byte{'['}
	for i, one := range list {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendNamed(out, one, names.Name(f.Target, one))
	}
	return append(out, ']')
}
