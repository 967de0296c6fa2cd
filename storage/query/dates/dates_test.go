package dates_test

import (
	"strings"
	"testing"
	"time"

	"switchboard/storage/query/dates"
)

func zone(t *testing.T, name string) *time.Location {
	t.Helper()
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

func TestStretches(t *testing.T) {
	// A Wednesday, early in the morning in New York and still Tuesday there by UTC-5.
	c := dates.Clock{Now: time.Date(2026, 3, 11, 3, 30, 0, 0, time.UTC), Zone: zone(t, "America/New_York"), WeekStart: time.Sunday}
	for text, want := range map[string]string{
		"today": "2026-03-10 00:00 2026-03-11 00:00", "Yesterday": "2026-03-09 00:00 2026-03-10 00:00", "TOMORROW": "2026-03-11 00:00 2026-03-12 00:00",
		"THIS WEEK": "2026-03-08 00:00 2026-03-15 00:00", "last  week": "2026-03-01 00:00 2026-03-08 00:00", "next week": "2026-03-15 00:00 2026-03-22 00:00",
		"this month": "2026-03-01 00:00 2026-04-01 00:00", "LAST MONTH": "2026-02-01 00:00 2026-03-01 00:00",
		"this quarter": "2026-01-01 00:00 2026-04-01 00:00", "last quarter": "2025-10-01 00:00 2026-01-01 00:00", "next quarter": "2026-04-01 00:00 2026-07-01 00:00",
		"this year": "2026-01-01 00:00 2027-01-01 00:00", "last year": "2025-01-01 00:00 2026-01-01 00:00",
		"LAST 15 MINUTES": "2026-03-10 23:15 2026-03-10 23:30", "last 2 hours": "2026-03-10 21:30 2026-03-10 23:30", "next 1 hour": "2026-03-10 23:30 2026-03-11 00:30",
		"last 7 days": "2026-03-03 00:00 2026-03-11 00:00", "last 1 day": "2026-03-09 00:00 2026-03-11 00:00", "next 2 days": "2026-03-11 00:00 2026-03-13 00:00",
		"last 2 weeks": "2026-02-22 00:00 2026-03-08 00:00", "last 3 months": "2025-12-01 00:00 2026-03-01 00:00", "next 2 years": "2027-01-01 00:00 2029-01-01 00:00",
		"now": "2026-03-10 23:30 2026-03-10 23:30",
	} {
		word, ok := dates.Parse(text)
		if !ok {
			t.Errorf("%s is no word for days", text)
			continue
		}
		from, to := word.Stretch(c)
		if got := from.In(c.Zone).Format("2006-01-02 15:04 ") + to.In(c.Zone).Format("2006-01-02 15:04"); got != want || !from.Before(to) {
			t.Errorf("%s is %s, not %s", text, got, want)
		}
	}
	c.WeekStart = time.Monday
	word, _ := dates.Parse("this week")
	if from, _ := word.Stretch(c); c.Day(from) != "2026-03-09" {
		t.Error("a week that begins on Monday begins on", c.Day(from))
	}
	for _, text := range []string{"", "day", "this", "this minute", "this 3 days", "last 0 days", "last -1 days", "last 10001 days", "last 3", "todays", "last 3 moons", strings.Repeat("a", 100)} {
		if word, ok := dates.Parse(text); ok {
			t.Errorf("%q is %+v", text, word)
		}
	}
}

// Where the clock is put forward at midnight the day begins an hour later.
func TestADayWithoutMidnight(t *testing.T) {
	c := dates.Clock{Now: time.Date(2018, 11, 4, 15, 0, 0, 0, time.UTC), Zone: zone(t, "America/Sao_Paulo")}
	word, _ := dates.Parse("today")
	from, to := word.Stretch(c)
	if got := from.In(c.Zone).Format(time.RFC3339); got != "2018-11-04T01:00:00-02:00" || to.Sub(from) != 23*time.Hour {
		t.Error(got, to.Sub(from))
	}
}
