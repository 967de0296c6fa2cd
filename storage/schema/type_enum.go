package schema

import (
	"slices"
	"strings"

	"switchboard/storage/fault"
)

// Enum is one of the field's options. Their sizes don't count: they are few and short.
var Enum = declare(FieldType{
	Name: "enum", JSONType: "string", Format: "enum", TypeScript: oneOf,
	Example: `"Open"`,
	Check:   checkEnum,
	Wire:    shownAsItIs,
	Shown:   shownText,
	Column:  textColumn, Index: asItIs, Sort: InOrder,
	Longest: maxOption, Optioned: true, Closed: true, Indexed: true, Defaults: true,
	Out: textOut, In: optionIn,
})

func oneOf(f *Field) string { return "'" + strings.Join(f.Options, "' | '") + "'" }

func checkEnum(f *Field, raw []byte) (any, error) {
	s, ok := text(raw)
	if ok && s == "" {
		return nil, nil
	}
	if option := f.option(s); ok && option != "" {
		return option, nil
	}
	return nil, fault.Field(f.Name, "%s must be one of %s", f.Title, strings.Join(f.Options, ", "))
}

// option finds one of the field's options, however its letters are written; "" for none.
func (f *Field) option(s string) string {
	if slices.Contains(f.Options, s) {
		return s
	}
	for _, option := range f.Options {
		if strings.EqualFold(option, s) {
			return option
		}
	}
	return ""
}
