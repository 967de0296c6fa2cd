package schema

import (
	"bytes"
	"encoding/json"
	"slices"

	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// LookupList refers to records of the field's target, in an order.
var LookupList = declare(FieldType{
	Name: "lookup-list", JSONType: "array", Format: "lookup", TypeScript: typeScript("LookupValue[]"),
	Travel:  travelAll,
	Example: `["0198c0de-0000-7000-8000-0000000000aa","0198c0de-0000-7000-8000-0000000000ab"]`,
	Check:   checkLookupList,
	Amends:  amendLookupList,
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
	out, err := lookups(f, raw)
	if err != nil || len(out) == 0 && f.Required {
		return nil, err
	}
	return out, nil
}

// amendLookupList reads {"add": [id, …], "remove": [id, …]}, either of which may be left out.
func amendLookupList(f *Field, raw []byte) (row.ListChange, error) {
	out := row.ListChange{Most: maxLookups}
	object, err := members(f, raw, "add", "remove")
	if err != nil {
		return out, err
	}
	if len(object) == 0 {
		return out, fault.Field(f.Name, "%s: say what to add, or what to remove", f.Title)
	}
	if part, given := object["add"]; given {
		if out.Add, err = lookups(f, part); err != nil {
			return out, err
		}
	}
	if part, given := object["remove"]; given {
		if out.Remove, err = lookups(f, part); err != nil {
			return out, err
		}
	}
	for _, one := range out.Add {
		if slices.Contains(out.Remove, one) {
			return out, fault.Field(f.Name, "%s: %s can't be both added and removed", f.Title, one)
		}
	}
	return out, nil
}

// lookups reads a list of references, each once.
func lookups(f *Field, raw []byte) ([]id.ID, error) {
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
