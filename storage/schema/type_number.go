package schema

import (
	"math"
	"regexp"
	"strconv"

	"switchboard/storage/fault"
)

// Number is a floating point number of 64 bits.
var Number = declare(FieldType{
	Name: "number", JSONType: "number", TypeScript: typeScript("number"),
	Example: `2.5`,
	Check:   checkNumber,
	Wire:    shownAsItIs,
	Column:  numberColumn, Index: asItIs, Sort: asItIs,
	Unique: true, Indexed: true, Defaults: true,
	Out: plainOut, In: numberIn,
})

var numberColumn = &Column{
	SQL: "double precision", Class: NumberClass, Zero: float64(0), Normal: normalNumber, Parse: parseNumber,
	Ordered: true, Listed: true, Searched: "%s::text", Method: "btree",
}

var wholeRule = regexp.MustCompile(`^-?\d+$`)

const maxNumber = 40 // characters

func checkNumber(f *Field, raw []byte) (any, error) {
	n, ok := number(raw)
	if !ok {
		return nil, fault.Field(f.Name, "%s must be a number", f.Title)
	}
	// Of a whole number all digits count: one that would lose its last is somebody's id.
	if wholeRule.Match(raw) && math.Abs(n) >= 1<<53 && strconv.FormatFloat(n, 'f', 0, 64) != string(raw) {
		return nil, fault.Field(f.Name, "%s can't be kept exactly: beyond %d not every number can", f.Title, int64(1)<<53)
	}
	return n, nil
}

func number(raw []byte) (float64, bool) {
	if len(raw) > maxNumber || (raw[0] != '-' && (raw[0] < '0' || raw[0] > '9')) {
		return 0, false
	}
	n, err := strconv.ParseFloat(string(raw), 64)
	return n, err == nil && !math.IsInf(n, 0) && !math.IsNaN(n)
}

func normalNumber(f *Field, value any) (any, error) {
	switch v := value.(type) {
	case float64:
		return v, nil
	case int64:
		return float64(v), nil
	case int:
		return float64(v), nil
	default:
		return nil, misfit(f, value)
	}
}

// parseNumber reads a filter's text: as a whole number where it is one.
func parseNumber(text string) (any, bool) {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return nil, false
	}
	if whole, err := strconv.ParseInt(text, 10, 64); err == nil {
		return whole, true
	}
	return n, true
}
