package dates

import (
	"strconv"
	"strings"
	"time"
)

// Word names a stretch of time relative to now.
type Word struct {
	unit string // day, week, month, quarter, year, hour, minute, or now
	// from is where it begins, in units from the present one; n is how many it has.
	from, n int
}

// Clock is what a word is read by: the moment, the zone and the first day of its weeks.
type Clock struct {
	Now       time.Time
	Zone      *time.Location
	WeekStart time.Weekday
}

// most bounds the number of a LAST n or NEXT n.
const most = 10_000

// units are how words name units, one and many.
var units = map[string]string{
	"MINUTE": "minute", "HOUR": "hour", "DAY": "day", "WEEK": "week", "MONTH": "month", "QUARTER": "quarter", "YEAR": "year",
}

// single are the words that stand alone.
var single = map[string]Word{
	"NOW": {unit: "now"}, "TODAY": {unit: "day", n: 1}, "YESTERDAY": {unit: "day", from: -1, n: 1}, "TOMORROW": {unit: "day", from: 1, n: 1},
}

// Alone gives the word that stands alone by a name in any case.
func Alone(name string) (Word, bool) {
	if len(name) > len("YESTERDAY") {
		return Word{}, false
	}
	w, ok := single[strings.ToUpper(name)]
	return w, ok
}

// Which tells whether a name is THIS, LAST or NEXT: where its stretch lies.
func Which(name string) (where int, ok bool) {
	switch {
	case strings.EqualFold(name, "THIS"):
		return 0, true
	case strings.EqualFold(name, "LAST"):
		return -1, true
	case strings.EqualFold(name, "NEXT"):
		return 1, true
	default:
		return 0, false
	}
}

// Of is THIS, LAST or NEXT (where) of a unit; ok is false for what is none.
func Of(where int, unit string) (Word, bool) {
	u, ok := units[strings.ToUpper(unit)]
	if !ok || u == "minute" || u == "hour" {
		return Word{}, false
	}
	return Word{unit: u, from: where, n: 1}, true
}

// Several is LAST n or NEXT n of a unit, named once or many.
func Several(where, n int, unit string) (Word, bool) {
	u, ok := units[strings.TrimSuffix(strings.ToUpper(unit), "S")]
	if !ok || where == 0 || n < 1 || n > most {
		return Word{}, false
	}
	w := Word{unit: u, n: n}
	switch {
	case where > 0 && u != "minute" && u != "hour":
		w.from = 1
	case where < 0:
		w.from = -n
		if u == "day" {
			w.n++ // through today
		}
	}
	return w, true
}

// Unit tells whether a name is a unit of LAST n, in any case.
func Unit(name string) bool {
	if len(name) > len("QUARTERS") {
		return false
	}
	return units[strings.TrimSuffix(strings.ToUpper(name), "S")] != ""
}

// Parse reads a word that stands in a text: "this month", "LAST 7 DAYS".
func Parse(text string) (Word, bool) {
	if len(text) > len("YESTERDAY")+len(" 10000 QUARTERS") {
		return Word{}, false
	}
	parts := strings.Fields(text)
	switch len(parts) {
	case 1:
		return Alone(parts[0])
	case 2:
		if where, ok := Which(parts[0]); ok {
			return Of(where, parts[1])
		}
	case 3:
		if where, ok := Which(parts[0]); ok {
			if n, err := strconv.Atoi(parts[1]); err == nil {
				return Several(where, n, parts[2])
			}
		}
	}
	return Word{}, false
}

// IsDay reports whether a text has the form of a plain day: 2026-03-09.
func IsDay(text string) bool {
	const form = "0000-00-00"
	if len(text) != len(form) {
		return false
	}
	for i := range len(form) {
		if c := text[i]; form[i] == '0' && (c < '0' || c > '9') || form[i] == '-' && c != '-' {
			return false
		}
	}
	return true
}

// On gives when a plain day begins and ends in the clock's zone; ok is false for a day that
// the calendar does not have.
func (c Clock) On(day string) (from, to time.Time, ok bool) {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil || t.Year() < 1 {
		return from, to, false
	}
	return midnight(t.Year(), t.Month(), t.Day(), c.Zone), midnight(t.Year(), t.Month(), t.Day()+1, c.Zone), true
}

// Examples are the words as errors and documents list them.
const Examples = "TODAY, YESTERDAY, TOMORROW, THIS WEEK, LAST WEEK, THIS MONTH, LAST QUARTER, NEXT YEAR, LAST 15 MINUTES, LAST 7 DAYS, NOW"

// Stretch gives where the word's time begins and where it has ended. Minutes and hours
// end or begin now; days, weeks and what is longer are whole, LAST n of them up to the end
// of the present one's predecessor, but LAST n DAYS through today.
func (w Word) Stretch(c Clock) (from, to time.Time) {
	now := c.Now.In(c.Zone)
	switch w.unit {
	case "now":
		return c.Now, c.Now.Add(time.Millisecond)
	case "minute", "hour":
		unit := time.Minute
		if w.unit == "hour" {
			unit = time.Hour
		}
		if w.from < 0 {
			return c.Now.Add(time.Duration(w.from) * unit), c.Now.Add(time.Millisecond)
		}
		return c.Now, c.Now.Add(time.Duration(w.n) * unit)
	}
	return c.begin(now, w.unit, w.from), c.begin(now, w.unit, w.from+w.n)
}

// Days are Stretch's of a calendar: the first day, and the one after the last.
func (w Word) Days(c Clock) (from, to string) {
	begin, end := w.Stretch(c)
	from, to = c.Day(begin), c.Day(end)
	if c.Day(end.Add(-time.Nanosecond)) == to { // it ends within the day, which counts
		to = c.Day(end.AddDate(0, 0, 1))
	}
	return from, to
}

// begin is the midnight at which a unit begins, so many after the one that holds now.
func (c Clock) begin(now time.Time, unit string, after int) time.Time {
	year, month, day := now.Date()
	switch unit {
	case "week":
		day += -int((now.Weekday()-c.WeekStart+7)%7) + 7*after
	case "month":
		month, day = month+time.Month(after), 1
	case "quarter":
		month, day = month-(month-1)%3+time.Month(3*after), 1
	case "year":
		year, month, day = year+after, time.January, 1
	default:
		day += after
	}
	return midnight(year, month, day, c.Zone)
}

// midnight is the first moment of a day: where a clock is put forward at midnight that is
// not 00:00.
func midnight(year int, month time.Month, day int, zone *time.Location) time.Time {
	t := time.Date(year, month, day, 0, 0, 0, 0, zone)
	if t.Hour() == 0 {
		return t
	}
	want := time.Date(year, month, day, 12, 0, 0, 0, zone)
	for t.Day() != want.Day() {
		t = t.Add(time.Hour)
	}
	return t.Truncate(time.Hour)
}

// Day is a moment's day in the clock's zone as it is stored.
func (c Clock) Day(t time.Time) string { return t.In(c.Zone).Format(time.DateOnly) }
