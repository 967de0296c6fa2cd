package schema

import (
	"encoding/json"
	"strconv"

	"switchboard/storage/fault"
)

// Boolean is true or false.
var Boolean = declare(FieldType{
	Name: "boolean", JSONType: "boolean", TypeScript: typeScript("boolean"),
	Example: `true`,
	Check:   checkBoolean,
	Wire: func(_ *Field, value any, _ Names) json.RawMessage {
		b, _ := value.(bool)
		return strconv.AppendBool(nil, b)
	},
	Shown:  shownBoolean,
	Column: booleanColumn, Index: asItIs, Sort: asItIs,
	Indexed: true, Defaults: true,
	Out: plainOut, In: booleanIn,
})

var booleanColumn = &Column{
	SQL: "boolean", Class: TruthClass, Zero: false, Normal: normalBoolean, Method: "btree",
	Parse: func(text string) (any, bool) {
		b, err := strconv.ParseBool(text)
		return b, err == nil
	},
}

func checkBoolean(f *Field, raw []byte) (any, error) {
	switch string(raw) {
	case "true":
		return true, nil
	case "false":
		return false, nil
	default:
		return nil, fault.Field(f.Name, "%s must be true or false", f.Title)
	}
}

func normalBoolean(f *Field, value any) (any, error) {
	if v, ok := value.(bool); ok {
		return v, nil
	}
	return nil, misfit(f, value)
}
