package schema

import (
	"encoding/json"
	"math/big"
	"strconv"

	"switchboard/storage/fault"
)

// Currency is an amount of money, to the hundredth. It is a decimal text on all its way, and
// no floating point number; its 15 digits are as many as a browser's number keeps. Which
// currency it is says Field.Unit by its code of ISO 4217, and US dollars where that is empty.
var Currency = declare(FieldType{
	Name: "currency", JSONType: "number", Format: "currency", TypeScript: typeScript("number"),
	Example: `12.5`,
	Check:   checkCurrency,
	Wire:    showCurrency,
	Column:  currencyColumn, Index: asItIs, Sort: asItIs,
	Unit:   "USD",
	Unique: true, Indexed: true, Defaults: true,
	Out: plainOut, In: currencyIn,
})

var currencyColumn = &Column{
	SQL: "numeric(15,2)", Class: NumberClass, Sum: "%s", Zero: "", Normal: normalCurrency, Ordered: true, Listed: true, Searched: "%s::text", Method: "btree",
	Parse: parseCurrency,
}

const maxMoney = "9999999999999.99"

func checkCurrency(f *Field, raw []byte) (any, error) {
	amount, problem := money(string(raw))
	if problem != "" {
		return nil, fault.Field(f.Name, "%s %s", f.Title, problem)
	}
	return amount, nil
}

// money writes an amount with two decimals; problem says why it can't, "" where it can.
func money(text string) (amount, problem string) {
	exact := new(big.Rat)
	isNumber := text != ""
	if isNumber {
		_, isNumber = number([]byte(text)) // which bounds what Rat has to write out
	}
	if isNumber {
		_, isNumber = exact.SetString(text)
	}
	if !isNumber {
		return "", "must be an amount such as 12.50"
	}
	most, _ := new(big.Rat).SetString(maxMoney)
	switch hundredths := new(big.Rat).Mul(exact, big.NewRat(100, 1)); {
	case new(big.Rat).Abs(exact).Cmp(most) > 0:
		return "", "must be between -" + maxMoney + " and " + maxMoney
	case !hundredths.IsInt():
		return "", "may have two decimals"
	default:
		return exact.FloatString(2), ""
	}
}

// parseCurrency reads a filter's text.
func parseCurrency(text string) (any, bool) {
	amount, problem := money(text)
	return amount, problem == ""
}

func showCurrency(_ *Field, value any, _ Names) json.RawMessage {
	amount, _ := value.(string)
	return json.RawMessage(amount)
}

func normalCurrency(f *Field, value any) (any, error) {
	var text string
	switch v := value.(type) {
	case string:
		text = v
	case int64:
		text = strconv.FormatInt(v, 10)
	case int:
		text = strconv.Itoa(v)
	default:
		return nil, misfit(f, value)
	}
	if text == "" {
		return nil, nil
	}
	amount, problem := money(text)
	if problem != "" {
		return nil, fault.Field(f.Name, "%s %s", f.Title, problem)
	}
	return amount, nil
}
