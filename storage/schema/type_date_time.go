package schema

import (
	"encoding/json"
	"time"

	"switchboard/storage/fault"
)

// DateTime is a moment, to the millisecond, in UTC.
var DateTime = declare(FieldType{
	Name: "date-time", JSONType: "string", Format: "date-time", TypeScript: typeScript("string"),
	Example: `"2026-03-09T14:30:00.123Z"`,
	Check:   checkDateTime,
	Wire:    showTime,
	Shown:   shownTime,
	Column:  timeColumn, Index: "%s, id", Sort: asItIs, // an index by time gives the order of lists too
	Unique: true, Indexed: true, Defaults: true,
	Out: momentOut, In: momentIn,
})

var timeColumn = &Column{
	SQL: "timestamp with time zone", Class: MomentClass, Zero: time.Time{}, Normal: normalTime, Ordered: true, Listed: true, Method: "btree",
	Parse: func(text string) (any, bool) {
		t, err := time.Parse(time.RFC3339Nano, text)
		return t, err == nil
	},
	Exact: func(value any) (out any, known bool) { // a moment between two milliseconds is compared as it is
		if t, ok := value.(time.Time); ok {
			return t.UTC(), true
		}
		return nil, false
	},
}

// timeLayout is RFC 3339 in UTC with milliseconds.
const timeLayout = "2006-01-02T15:04:05.000Z"

func checkDateTime(f *Field, raw []byte) (any, error) {
	s, ok := text(raw)
	if ok && s == "" {
		return nil, nil
	}
	t, err := time.Parse(time.RFC3339Nano, s)
	t = t.UTC() // its year may be another one than that of the zone it was written in
	if !ok || err != nil || t.Year() < 1 || t.Year() > 9999 {
		return nil, fault.Field(f.Name, "%s must be a date and time such as 2026-03-09T14:30:00Z (RFC 3339)", f.Title)
	}
	// Milliseconds are what the wire shows; more would make a value differ from
	// the same value sent back.
	return t.Truncate(time.Millisecond), nil
}

// WholeMilliseconds is what the wire shows of a time; more would make a value differ
// from itself sent back.
func WholeMilliseconds(t time.Time) time.Time { return t.UTC().Truncate(time.Millisecond) }

func normalTime(f *Field, value any) (any, error) {
	v, ok := value.(time.Time)
	switch {
	case !ok:
		return nil, misfit(f, value)
	case v.IsZero():
		return nil, nil
	default:
		return WholeMilliseconds(v), nil
	}
}

func showTime(_ *Field, value any, _ Names) json.RawMessage {
	t, _ := value.(time.Time)
	out := t.UTC().AppendFormat(make([]byte, 0, len(timeLayout)+len(`""`)+1), `"`+timeLayout+`"`)
	return out
}
