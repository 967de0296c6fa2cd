package users

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"switchboard/storage/exact"
	"switchboard/storage/fault"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// checkAvailability rejects invalid values in an availability. Values that the user
// already has pass, so that a whole user can be sent back.
func checkAvailability(old, given json.RawMessage) error {
	had, _ := decode(old).(map[string]any)
	var values map[string]json.RawMessage
	if json.Unmarshal(given, &values) != nil {
		return fault.Field("availability", "The availability must be an object.")
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		value := values[name]
		if string(value) == "null" {
			continue
		}
		if before, ok := had[name]; ok && row.Same(row.JSONValue(before), value) {
			continue
		}
		if must := availabilityProblem(name, value); must != "" {
			return fault.Field("availability."+name, "%s must be %s", name, must)
		}
	}
	return nil
}

const (
	trueOrFalse = "true or false"
	timeOfDay   = "a time of day such as 09:00"
)

// availabilityProblem returns what a value must be, or "" if it is valid.
func availabilityProblem(name string, value json.RawMessage) string {
	switch {
	case name == "time_zone":
		if zone, ok := textOf(value); !ok || zone != "" && !schema.IsTimeZone(zone) {
			return "UTC or the name of a time zone with its area, such as America/New_York"
		}
	case name == "holidays":
		var days []json.RawMessage
		if json.Unmarshal(value, &days) != nil || !allHolidays(days) {
			return `a list of days such as {"date": "2027-01-01", "all_day": true}, or with start_time and end_time`
		}
	case name == "call_availability":
		var calls map[string]json.RawMessage
		if json.Unmarshal(value, &calls) != nil {
			return "an object"
		}
		for _, key := range slices.Sorted(maps.Keys(calls)) {
			isSwitch := strings.HasPrefix(key, "available_for_") || strings.HasPrefix(key, "allow_") || key == "has_mobile_app"
			if isSwitch && !isFlag(calls[key]) {
				return "an object in which " + key + " is " + trueOrFalse
			}
		}
	case name == "do_not_disturb" || strings.HasSuffix(name, "_enabled"):
		if !isFlag(value) {
			return trueOrFalse
		}
	case strings.HasSuffix(name, moreHours):
		if !isMoreHours(value) {
			return fmt.Sprintf(`a list of at most %d ranges such as {"start_time": "13:00", "end_time": "17:00"}`, maxMoreHours)
		}
	case strings.HasSuffix(name, "_start_time"), strings.HasSuffix(name, "_end_time"):
		if !isClock(value, strings.HasSuffix(name, "_end_time")) {
			return timeOfDay
		}
	}
	return ""
}

func allHolidays(days []json.RawMessage) bool {
	for _, raw := range days {
		var one holiday
		if json.Unmarshal(raw, &one.Date) != nil && exact.Lenient(raw, &one) != nil {
			return false
		}
		date, _, _ := strings.Cut(one.Date, "T")
		if _, err := time.Parse(time.DateOnly, date); err != nil {
			return false
		}
		for _, at := range []string{one.Start, one.End} {
			if _, ok := clock(at); at != "" && at != midnight && !ok {
				return false
			}
		}
	}
	return true
}

func textOf(value json.RawMessage) (text string, ok bool) {
	err := json.Unmarshal(value, &text)
	return text, err == nil
}

func isFlag(value json.RawMessage) bool {
	return slices.Contains([]string{"true", "false", "null"}, string(value))
}

// midnight is the end of a day.
const midnight = "24:00"

// isClock also accepts "", which clears a time.
func isClock(value json.RawMessage, isEnd bool) bool {
	text, ok := textOf(value)
	if !ok || text == "" || isEnd && text == midnight {
		return ok
	}
	_, ok = clock(text)
	return ok
}
