package schema

import (
	"regexp"
	"time"

	"switchboard/storage/fault"
)

// Date is a day of the calendar, of the years 1 to 9999. It has no zone: it is the same
// day wherever it is read.
var Date = declare(FieldType{
	Name: "date", JSONType: "string", Format: "date", TypeScript: typeScript("string"),
	Example: `"2026-03-09"`,
	Check:   checkDate,
	Wire:    shownAsItIs,
	Column:  dateColumn, Index: asItIs, Sort: asItIs,
	Unique: true, Indexed: true, Defaults: true,
	Out: plainOut, In: dateIn,
})

var dateColumn = &Column{
	SQL: "date", Class: DayClass, Zero: "", Normal: normalDate, Ordered: true, Listed: true, Searched: "%s::text", Method: "btree",
}

var dayRule = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}$`)

func checkDate(f *Field, raw []byte) (any, error) {
	s, ok := text(raw)
	switch {
	case ok && s == "":
		return nil, nil
	case !dayRule.MatchString(s):
		return nil, fault.Field(f.Name, "%s must be a day such as 2026-03-09, without a time (RFC 3339)", f.Title)
	case !isDay(s):
		return nil, fault.Field(f.Name, "%s can't be %s: the calendar has no such day in the years 0001 to 9999", f.Title, s)
	default:
		return s, nil
	}
}

// isDay tells whether the calendar has the day.
func isDay(s string) bool {
	t, err := time.Parse(time.DateOnly, s)
	return err == nil && t.Year() >= 1 && dayRule.MatchString(s)
}

func normalDate(f *Field, value any) (any, error) {
	s, ok := value.(string)
	switch {
	case ok && s == "":
		return nil, nil
	case !ok || !isDay(s):
		return nil, misfit(f, value)
	default:
		return s, nil
	}
}
