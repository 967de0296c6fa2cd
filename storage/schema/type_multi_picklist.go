package schema

import (
	"encoding/json"
	"slices"
	"strings"

	"switchboard/storage/fault"
)

// MultiPicklist is several of the field's options, in the order in which they were chosen.
var MultiPicklist = declare(FieldType{
	Name: "multi-picklist", JSONType: "array", Format: "multi-picklist", TypeScript: someOf,
	Example: `["Open","Closed"]`,
	Check:   checkMultiPicklist,
	Wire:    shownAsItIs,
	Column:  textsColumn, Index: asItIs, Size: packedSize,
	Compared: Enum,
	Optioned: true, Closed: true, Choices: true, Indexed: true, Defaults: true,
	Out: listOut, In: optionsIn,
	Nothing: noEntries,
})

func someOf(f *Field) string { return "(" + oneOf(f) + ")[]" }

// checkMultiPicklist folds an option that is named twice into its first place.
func checkMultiPicklist(f *Field, raw []byte) (any, error) {
	var items []json.RawMessage
	if raw[0] != '[' || json.Unmarshal(raw, &items) != nil {
		return nil, fault.Field(f.Name, "%s must be a list of some of %s", f.Title, strings.Join(f.Options, ", "))
	}
	if len(items) > MaxOptions {
		return nil, fault.Field(f.Name, "%s may have %d entries, not %d", f.Title, MaxOptions, len(items))
	}
	out := make([]string, 0, min(len(items), len(f.Options)))
	for _, item := range items {
		s, ok := text(item)
		if !ok {
			return nil, fault.Field(f.Name, "%s must be a list of some of %s", f.Title, strings.Join(f.Options, ", "))
		}
		option := f.option(s)
		if option == "" {
			return nil, fault.Field(f.Name, "%s has no option %q; it has %s", f.Title, shortened(s), strings.Join(f.Options, ", "))
		}
		if !slices.Contains(out, option) {
			out = append(out, option)
		}
	}
	if len(out) == 0 && f.Required {
		return nil, nil
	}
	return out, nil
}

// shortened is so much of a text as a refusal repeats.
func shortened(s string) string {
	const most = 60
	if letters := []rune(s); len(letters) > most {
		return string(letters[:most]) + "…"
	}
	return s
}
