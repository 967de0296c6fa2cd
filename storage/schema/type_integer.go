package schema

import (
	"encoding/json"
	"math"
	"strconv"

	"switchboard/storage/fault"
)

// Integer is a whole number of 64 bits.
var Integer = declare(FieldType{
	Name: "integer", JSONType: "integer", TypeScript: typeScript("number"),
	Example: `42`,
	Check:   checkInteger,
	Wire: func(_ *Field, value any, _ Names) json.RawMessage {
		n, _ := value.(int64)
		return strconv.AppendInt(nil, n, 10)
	},
	Shown:  shownInteger,
	Column: integerColumn, Index: asItIs, Sort: asItIs, Same: asItIs,
	Unique: true, Indexed: true, Defaults: true,
	Out: plainOut, In: integerIn,
})

var integerColumn = &Column{
	SQL: "bigint", Class: NumberClass, Sum: "%s::bigint", Zero: int64(0), Normal: normalInteger, Parse: parseNumber, Exact: wholeNumber,
	Ordered: true, Listed: true, Searched: "%s::text", Method: "btree",
}

// maxSafe is the largest number up to which JavaScript knows every whole one
// (Number.MAX_SAFE_INTEGER).
const maxSafe = 1<<53 - 1

func checkInteger(f *Field, raw []byte) (any, error) {
	if n, err := strconv.ParseInt(string(raw), 10, 64); err == nil {
		return n, nil
	}
	// What JavaScript can't write as a number may be a text.
	if s, isText := text(raw); isText {
		if n, err := strconv.ParseInt(s, 10, 64); err == nil && (n > maxSafe || n < -maxSafe) {
			return n, nil
		}
		return nil, fault.Field(f.Name, "%s must be a whole number", f.Title)
	}
	// 3.0 and 3e2 are whole numbers too; beyond 2^53 a float would lie.
	if n, ok := number(raw); ok && n == math.Trunc(n) && math.Abs(n) <= 1<<53 {
		return int64(n), nil
	}
	return nil, fault.Field(f.Name, "%s must be a whole number", f.Title)
}

func normalInteger(f *Field, value any) (any, error) {
	switch v := value.(type) {
	case int64:
		return v, nil
	case int:
		return int64(v), nil
	default:
		return nil, misfit(f, value)
	}
}

// wholeNumber compares with a number of a filter, which may be written as 3.0; one
// with a fraction is none.
func wholeNumber(value any) (out any, known bool) {
	n, ok := value.(float64)
	if !ok {
		return nil, false
	}
	if n != math.Trunc(n) || math.Abs(n) > 1<<53 {
		return nil, true
	}
	return int64(n), true
}
