package users

import (
	"encoding/json"
	"strings"
	"time"

	"switchboard/storage/exact"
)

// callable tells whether calls are to reach somebody now, by what he keeps in his
// availability: his calls are on, for the browser or for his phone, and it is within his
// hours. Whoever set nothing can always be called, and what can't be read counts as not
// set: better that it rings once too often.
func callable(availability json.RawMessage, now time.Time) bool {
	var calls struct {
		Of switches `json:"call_availability"`
	}
	if len(availability) == 0 || exact.Lenient(availability, &calls) != nil {
		calls.Of = switches{}
	}
	var week map[string]json.RawMessage
	if len(availability) == 0 || json.Unmarshal(availability, &week) != nil {
		week = nil
	}
	return calls.Of.on() && hours(week).open(now)
}

// switches are the switches for calls, each under both names that clients know it by.
type switches struct {
	Web        *bool `json:"available_for_web_calls"`
	AllowWeb   *bool `json:"allow_web_calls"`
	Mobile     *bool `json:"available_for_mobile_calls"`
	AllowPhone *bool `json:"allow_mobile_calls"`
}

// on tells whether calls of either kind are on: the browser's unless they are switched
// off, the phone's where they are switched on.
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

// hours are somebody's week: what he set of each day, his holidays and his time zone.
type hours map[string]json.RawMessage

// defaultZone is the time zone of hours that name none.
const defaultZone = "America/New_York"

// holiday is a day, or some hours of it, on which he can't be called.
type holiday struct {
	Date   string `json:"date"`
	AllDay *bool  `json:"all_day"`
	Start  string `json:"start_time"`
	End    string `json:"end_time"`
}

// open tells whether a moment is within the hours. Who enabled no day at all, nor
// disabled one, keeps no hours.
func (h hours) open(now time.Time) bool {
	zone := h.text("time_zone")
	if zone == "" {
		zone = defaultZone
	}
	place, err := time.LoadLocation(zone)
	if err != nil {
		return true
	}
	now = now.In(place)
	if h.holiday(now) {
		return false
	}
	kept := false
	for day := time.Sunday; day <= time.Saturday; day++ {
		kept = kept || h[key(day)+"_enabled"] != nil && string(h[key(day)+"_enabled"]) != "null"
	}
	// Hours that end before they begin end on the next day.
	return !kept || h.day(now.Weekday(), minutes(now)) || h.day((now.Weekday()+6)%7, minutes(now)+24*60)
}

// day tells whether a minute, counted from a day's midnight, is within its hours.
func (h hours) day(day time.Weekday, minute int) bool {
	if string(h[key(day)+"_enabled"]) != "true" {
		return false
	}
	from, begins := clock(h.text(key(day) + "_start_time"))
	until, ends := clock(h.text(key(day) + "_end_time"))
	if !begins {
		from = 0
	}
	if !ends {
		until = 24 * 60
	} else if until <= from {
		until += 24 * 60
	}
	return minute >= from && minute < until
}

func (h hours) holiday(now time.Time) bool {
	var days []json.RawMessage
	if json.Unmarshal(h["holidays"], &days) != nil {
		return false
	}
	for _, raw := range days {
		var one holiday
		if json.Unmarshal(raw, &one.Date) != nil && exact.Lenient(raw, &one) != nil {
			continue
		}
		if date, _, _ := strings.Cut(one.Date, "T"); date != now.Format(time.DateOnly) {
			continue
		}
		from, begins := clock(one.Start)
		until, ends := clock(one.End)
		if one.AllDay != nil && *one.AllDay || !begins || !ends || minutes(now) >= from && minutes(now) < until {
			return true
		}
	}
	return false
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

// clock reads a time of day in minutes.
func clock(text string) (minute int, ok bool) {
	for _, layout := range []string{"15:04", time.TimeOnly, time.Kitchen, "3:04 PM"} {
		if t, err := time.Parse(layout, text); err == nil {
			return minutes(t), true
		}
	}
	return 0, false
}
