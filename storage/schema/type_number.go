package schema

import (
	"math"
	"strconv"
	"strings"

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

const maxNumber = 40 // characters

func checkNumber(f *Field, raw []byte) (any, error) {
	n, ok := number(raw)
	if !ok {
		return nil, fault.Field(f.Name, "%s must be a number", f.Title)
	}
	if digitsOf(string(raw)) != digitsOf(strconv.FormatFloat(n, 'e', -1, 64)) {
		return nil, fault.Field(f.Name, "%s can't be kept exactly: a number keeps 15 digits, and some of up to 17. Write fewer digits, or use a field of the format integer or text", f.Title)
	}
	return n, nil
}

// digitsOf gives the digits of a decimal number without zeros at either end, and its
// exponent: numbers that are equal have the same.
func digitsOf(text string) string {
	mantissa, power, _ := strings.Cut(strings.ToLower(text), "e")
	whole, fraction, _ := strings.Cut(strings.TrimLeft(mantissa, "+-"), ".")
	all := strings.TrimLeft(whole+fraction, "0")
	kept := strings.TrimRight(all, "0")
	if kept == "" {
		return ""
	}
	exponent, _ := strconv.Atoi(power) // "" is 0
	return kept + "e" + strconv.Itoa(exponent-len(fraction)+len(all)-len(kept))
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
		return exactly(f, v)
	case int:
		return exactly(f, int64(v))
	default:
		return nil, misfit(f, value)
	}
}

func exactly(f *Field, v int64) (any, error) {
	return checkNumber(f, strconv.AppendInt(nil, v, 10))
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
