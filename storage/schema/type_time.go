package schema

import (
	"regexp"
	"strings"

	"switchboard/storage/fault"
)

// Time is what a clock on the wall shows, of no day and no zone: 14:30, or 14:30:05 where
// seconds count.
var Time = declare(FieldType{
	Name: "time", JSONType: "string", Format: "time", TypeScript: typeScript("string"),
	Example: `"14:30"`,
	Check:   checkClock,
	Wire:    shownAsItIs,
	Column:  clockColumn, Index: asItIs, Sort: asItIs,
	Unique: true, Indexed: true, Defaults: true,
	Out: plainOut, In: timeIn,
})

var clockColumn = &Column{
	SQL: "time without time zone", Class: ClockClass, Zero: "", Normal: normalClock, Ordered: true, Listed: true, Searched: "%s::text", Method: "btree",
}

var clockRule = regexp.MustCompile(`^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$`)

func checkClock(f *Field, raw []byte) (any, error) {
	s, ok := text(raw)
	switch {
	case ok && s == "":
		return nil, nil
	case !clockRule.MatchString(s):
		return nil, fault.Field(f.Name, "%s must be a time of the day from 00:00 to 23:59:59, such as 14:30 or 14:30:05", f.Title)
	default:
		return Clock(s), nil
	}
}

// Clock writes a time of the day in the one way in which it is kept: without seconds where
// there are none.
func Clock(s string) string {
	if len(s) == len("14:30:00") {
		return strings.TrimSuffix(s, ":00")
	}
	return s
}

func normalClock(f *Field, value any) (any, error) {
	s, ok := value.(string)
	switch {
	case ok && s == "":
		return nil, nil
	case !ok || !clockRule.MatchString(s):
		return nil, misfit(f, value)
	default:
		return Clock(s), nil
	}
}
