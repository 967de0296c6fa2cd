package users

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"switchboard/storage/exact"
	"switchboard/storage/fault"
	"switchboard/storage/row"
)

// moreHours ends the names of a day's ranges beyond the first, which is in _start_time and
// _end_time: clients that know one range a day keep working.
const moreHours = "_more_hours"

// maxMoreHours bounds the further ranges of a day.
const maxMoreHours = 5

// timeRange is a part of a day in minutes from its midnight, until excluded. One that ends on the
// next day ends after 24 hours.
type timeRange struct{ from, until int }

// String returns the range as people write it.
func (r timeRange) String() string {
	text := func(minute int) string { return fmt.Sprintf("%02d:%02d", minute/60%24, minute%60) }
	if r.until == 24*60 {
		return text(r.from) + " to " + midnight
	}
	return text(r.from) + " to " + text(r.until)
}

// givenRange is a range as clients send it.
type givenRange struct {
	Start string `json:"start_time"`
	End   string `json:"end_time"`
}

// between returns the range of two times of day. Without a start it begins at midnight, without an
// end it ends there; an end that is not after the start is on the next day.
func between(start, end string) timeRange {
	from, begins := clock(start)
	until, ends := clock(end)
	if !begins {
		from = 0
	}
	if !ends {
		until = 24 * 60
	} else if until <= from {
		until += 24 * 60
	}
	return timeRange{from, until}
}

// ranges returns the hours of a day, in order, as if it were enabled.
func (h hours) ranges(day time.Weekday) []timeRange {
	out := []timeRange{between(h.text(key(day)+"_start_time"), h.text(key(day)+"_end_time"))}
	var more []givenRange
	if json.Unmarshal(h[key(day)+moreHours], &more) == nil {
		for _, one := range more {
			out = append(out, between(one.Start, one.End))
		}
	}
	slices.SortFunc(out, func(a, b timeRange) int { return cmp.Compare(a.from, b.from) })
	return out
}

// isMoreHours reports whether a value is a list of further ranges.
func isMoreHours(value json.RawMessage) bool {
	var more []json.RawMessage
	if json.Unmarshal(value, &more) != nil || len(more) > maxMoreHours {
		return false
	}
	for _, raw := range more {
		var one givenRange
		if exact.Lenient(raw, &one) != nil {
			return false
		}
		_, begins := clock(one.Start)
		_, ends := clock(one.End)
		if !begins || !ends && one.End != midnight {
			return false
		}
	}
	return true
}

// checkDays rejects a changed day with further ranges that overlap.
func checkDays(stored, next json.RawMessage) error {
	var was, is map[string]json.RawMessage
	if json.Unmarshal(next, &is) != nil { // checked before
		is = nil
	}
	if json.Unmarshal(stored, &was) != nil {
		was = nil
	}
	for day := time.Sunday; day <= time.Saturday; day++ {
		names := []string{key(day) + "_start_time", key(day) + "_end_time", key(day) + moreHours}
		if len(is[key(day)+moreHours]) == 0 || !slices.ContainsFunc(names, func(name string) bool { return !row.Same(was[name], is[name]) }) {
			continue
		}
		all := hours(is).ranges(day)
		for i := 1; i < len(all); i++ {
			if all[i].from < all[i-1].until {
				return fault.Field("availability."+key(day)+moreHours, "%s overlaps %s on %s. Change one of the two ranges.", all[i], all[i-1], day)
			}
		}
	}
	return nil
}
