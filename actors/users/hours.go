package users

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"switchboard/storage/exact"
)

// The reasons in a user's availability why calls can't ring.
const (
	callsOff     = "Calls are switched off."
	outsideHours = "It is outside the hours for calls."
)

// Calls is a user's settings for calls: the switches and the hours. It is nil for
// users without any, who can always be called.
type Calls struct {
	off   bool
	hours hours
}

// CallsOf reads an availability. Invalid values count as not set, because an extra
// ring is better than a missed call.
func CallsOf(availability json.RawMessage) *Calls {
	if len(availability) == 0 {
		return nil
	}
	var calls struct {
		Of switches `json:"call_availability"`
	}
	if exact.Lenient(availability, &calls) != nil {
		calls.Of = switches{}
	}
	var all map[string]json.RawMessage
	if json.Unmarshal(availability, &all) != nil {
		all = nil
	}
	c := Calls{off: !calls.Of.on(), hours: hours(all).kept()}
	if !c.off && c.hours == nil {
		return nil
	}
	return &c
}

// UnavailableReason reports why calls cannot ring this user now, or "" if they can:
// calls to the browser or the phone are on, and it is within the user's hours.
func (c *Calls) UnavailableReason(now time.Time) string {
	switch {
	case c == nil:
		return ""
	case c.off:
		return callsOff
	case !c.hours.open(now):
		return outsideHours
	default:
		return ""
	}
}

// Next returns the next time at which this may change, or zero.
func (c *Calls) Next(now time.Time) time.Time {
	if c == nil || c.off {
		return time.Time{}
	}
	return c.hours.next(now)
}

func callable(availability json.RawMessage, now time.Time) bool {
	return CallsOf(availability).UnavailableReason(now) == ""
}

// switches are the switches for calls, each under both names that clients use.
type switches struct {
	Web        *bool `json:"available_for_web_calls"`
	AllowWeb   *bool `json:"allow_web_calls"`
	Mobile     *bool `json:"available_for_mobile_calls"`
	AllowPhone *bool `json:"allow_mobile_calls"`
}

// on reports whether calls of either kind are on. Browser calls are on by default,
// phone calls are off.
func (s switches) on() bool {
	web, mobile := first(s.Web, s.AllowWeb), first(s.Mobile, s.AllowPhone)
	return web == nil || *web || mobile != nil && *mobile
}

func first(values ...*bool) *bool {
	for _, v := range values {
		if v != nil {
			return v
		}
	}
	return nil
}

// hours is a user's week: each day's settings, holidays and time zone.
type hours map[string]json.RawMessage

// defaultZone is the time zone of hours without one.
const defaultZone = "America/New_York"

// holiday is a day, or part of it, without calls.
type holiday struct {
	Date   string `json:"date"`
	AllDay *bool  `json:"all_day"`
	Start  string `json:"start_time"`
	End    string `json:"end_time"`
}

// kept returns the hours in an availability, or nil.
func (h hours) kept() hours {
	names := []string{"time_zone", "holidays"}
	for day := time.Sunday; day <= time.Saturday; day++ {
		names = append(names, key(day)+"_enabled", key(day)+"_start_time", key(day)+"_end_time", key(day)+moreHours)
	}
	kept, closes := hours{}, false
	for _, name := range names {
		if value := h[name]; len(value) > 0 && string(value) != "null" {
			kept[name] = value
			closes = closes || name == "holidays" || strings.HasSuffix(name, "_enabled")
		}
	}
	if !closes {
		return nil
	}
	return kept
}

// location returns the time zone of the hours.
func (h hours) location() (*time.Location, error) {
	zone := h.text("time_zone")
	if zone == "" {
		zone = defaultZone
	}
	location, err := time.LoadLocation(zone)
	if err != nil {
		return nil, fmt.Errorf("hours: %w", err)
	}
	return location, nil
}

// next returns the next time at which the hours may open or close, at the latest the
// next day.
func (h hours) next(now time.Time) time.Time {
	location, err := h.location()
	if err != nil || h == nil {
		return time.Time{}
	}
	today := now.In(location)
	next := on(today, 24*60)
	consider := func(minute int) {
		if at := on(today, minute); at.After(now) && at.Before(next) {
			next = at
		}
	}
	for _, one := range h.ranges(today.Weekday()) {
		consider(one.from)
		consider(one.until)
	}
	for _, one := range h.ranges((today.Weekday() + 6) % 7) {
		consider(one.until - 24*60)
	}
	for _, free := range h.holidays(today) {
		consider(free.from)
		consider(free.until + 1) // its last minute is free
	}
	return next
}

// on returns the time of a minute of a day, counted from midnight.
func on(day time.Time, minute int) time.Time {
	return time.Date(day.Year(), day.Month(), day.Day(), 0, minute, 0, 0, day.Location())
}

// open reports whether a time is within the hours. Users who neither enabled nor
// disabled any day have no hours.
func (h hours) open(now time.Time) bool {
	location, err := h.location()
	if err != nil {
		return true
	}
	now = now.In(location)
	if h.holiday(now) {
		return false
	}
	kept := false
	for day := time.Sunday; day <= time.Saturday; day++ {
		kept = kept || h[key(day)+"_enabled"] != nil && string(h[key(day)+"_enabled"]) != "null"
	}
	// Hours that end before they start end on the next day.
	return !kept || h.day(now.Weekday(), minutes(now)) || h.day((now.Weekday()+6)%7, minutes(now)+24*60)
}

// day reports whether a minute, counted from a day's midnight, is within its hours.
func (h hours) day(day time.Weekday, minute int) bool {
	return string(h[key(day)+"_enabled"]) == "true" &&
		slices.ContainsFunc(h.ranges(day), func(one timeRange) bool { return minute >= one.from && minute < one.until })
}

// holiday reports whether a time falls on a holiday.
func (h hours) holiday(now time.Time) bool {
	minute := minutes(now)
	return slices.ContainsFunc(h.holidays(now), func(free span) bool { return minute >= free.from && minute <= free.until })
}

// span is a range of minutes of a day, including the last one.
type span struct{ from, until int }

// holidays returns a day's times off.
func (h hours) holidays(day time.Time) (out []span) {
	var days []json.RawMessage
	if json.Unmarshal(h["holidays"], &days) != nil {
		return nil
	}
	for _, raw := range days {
		var one holiday
		if json.Unmarshal(raw, &one.Date) != nil && exact.Lenient(raw, &one) != nil {
			continue
		}
		if date, _, _ := strings.Cut(one.Date, "T"); date != day.Format(time.DateOnly) {
			continue
		}
		from, begins := clock(one.Start)
		until, ends := clock(one.End)
		if one.AllDay != nil && *one.AllDay || !begins || !ends {
			from, until = 0, 24*60
		}
		out = append(out, span{from, until - 1})
	}
	return out
}

func (h hours) text(name string) string {
	var text string
	if json.Unmarshal(h[name], &text) != nil {
		return ""
	}
	return text
}

func key(day time.Weekday) string { return strings.ToLower(day.String()) }

func minutes(t time.Time) int { return t.Hour()*60 + t.Minute() }

// clock parses a time of day into minutes.
func clock(text string) (minute int, ok bool) {
	for _, layout := range []string{"15:04", time.TimeOnly, time.Kitchen, "3:04 PM"} {
		if t, err := time.Parse(layout, text); err == nil {
			return minutes(t), true
		}
	}
	return 0, false
}
