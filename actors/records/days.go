package records

import (
	"encoding/json"
	"strconv"
	"strings"

	"switchboard/storage/fault"
	"switchboard/storage/query"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// daysOf reads a filter's value of a column of days or moments as a word for days.
func daysOf(column *schema.Column, value string) (word query.Days, is bool) {
	var text string
	if column.Class != schema.MomentClass && column.Class != schema.DayClass || json.Unmarshal([]byte(value), &text) != nil {
		return word, false
	}
	return query.ParseDays(text)
}

// within makes the condition of a word for days: = is within its time, < before, > after it.
func within(c row.Condition, column *schema.Column, word query.Days, clock func() (query.Clock, error)) (row.Condition, error) {
	by, err := clock()
	if err != nil {
		return c, err
	}
	begin, end := word.Stretch(by)
	var from, to any = begin, end
	if column.Class == schema.DayClass {
		from, to = word.Days(by)
	}
	switch c.Operator {
	case "=":
		c.Operator, c.Value = row.Within, []any{from, to}
	case "!=":
		c.Operator, c.Value = row.NotWithin, []any{from, to}
	case "<":
		c.Value = from
	case "<=":
		c.Operator, c.Value = "<", to
	case ">":
		c.Operator, c.Value = ">=", to
	case ">=":
		c.Value = from
	default:
		return c, fault.Field(c.Field, "A word for days goes with =, !=, <, <=, > and >=")
	}
	return c, nil
}

// numberOf takes a number that is written as text, as some filters hold it.
func numberOf(f *schema.Field, raw json.RawMessage) json.RawMessage {
	var text string
	if f.Kind().Column.Class != schema.NumberClass || json.Unmarshal(raw, &text) != nil {
		return raw
	}
	text = strings.TrimSpace(text)
	if _, err := strconv.ParseFloat(text, 64); err != nil || !json.Valid([]byte(text)) {
		return raw
	}
	return json.RawMessage(text)
}
