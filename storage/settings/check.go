package settings

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"switchboard/storage/id"
)

var (
	weekdays    = []string{"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"}
	buttons     = []string{RightsButtons, SuperuserButtons}
	sendKeys    = []string{SendEnter, SendShiftEnter, SendCtrlEnter}
	featureRule = regexp.MustCompile(`^[a-z][a-z0-9_]{0,62}$`)
	hourRule    = regexp.MustCompile(`^([01][0-9]|2[0-3]):[0-5][0-9]$`)
	typeRule    = regexp.MustCompile(`^[a-z]+/(\*|[a-z0-9][a-z0-9.+-]*)$`)
	regionRule  = regexp.MustCompile(`^[A-Z]{2}$`)
)

const (
	maxCountries = 250
	maxZoneName  = 64
	maxFeatures  = 100

	maxEnvironments = 10
	maxTypes        = 50
	maxNotice       = 300 // characters: about twenty seconds of speech
)

// bound is a whole number with its limits, both included.
type bound struct {
	path       string
	value      int
	least, top int
}

func boundsOf(o *Organization) []bound {
	return []bound{
		{"ring_seconds", o.RingSeconds, 10, 120},
		{"rates.calls_per_minute", o.Rates.CallsPerMinute, 1, 120},
		{"rates.texts_per_minute", o.Rates.TextsPerMinute, 1, 600},
		{"rates.changes_per_minute", o.Rates.ChangesPerMinute, 60, 60_000},
		{"rates.megabytes_per_minute", o.Rates.MegabytesPerMinute, 1, 1000},
		{"rates.lists_at_once", o.Rates.ListsAtOnce, 1, 16},
		{"files.max_megabytes", o.Files.MaxMegabytes, 1, 10_240},
		{"files.total_megabytes", o.Files.TotalMegabytes, 1, 100_000_000},
		{"spend.monthly_stop_usd", o.Spend.MonthlyStopUSD, 0, 1_000_000},
		{"retention.deleted_days", o.Retention.DeletedDays, 1, 90},
		{"retention.import_undo_days", o.Retention.ImportUndoDays, 1, 90},
		{"retention.history_years", o.Retention.HistoryYears, 1, 10},
		{"retention.log_hours", o.Retention.LogHours, 1, 168},
	}
}

// check validates whole settings against their bounds and normalizes lists.
func check(field string, o *Organization, wrong map[string][]string) {
	say := func(path, message string) {
		path = field + "." + path
		wrong[path] = append(wrong[path], message)
	}
	for _, b := range boundsOf(o) {
		if b.value < b.least || b.value > b.top {
			say(b.path, fmt.Sprintf("%s must be from %d to %d", last(b.path), b.least, b.top))
		}
	}
	if !slices.Contains(weekdays, o.WeekStart) {
		say("week_start", "week_start must be one of "+strings.Join(weekdays, ", "))
	}
	if zone, err := time.LoadLocation(o.TimeZone); err != nil || o.TimeZone == "" || len(o.TimeZone) > maxZoneName || zone == time.Local {
		say("time_zone", "time_zone must be the name of a time zone, such as America/New_York")
	}
	for path, hour := range map[string]string{"quiet_hours.from": o.QuietHours.From, "quiet_hours.to": o.QuietHours.To} {
		if !hourRule.MatchString(hour) {
			say(path, last(path)+" must be an hour such as 21:00")
		}
	}
	if !slices.Contains(buttons, o.RecordButtons) {
		say("record_buttons", "record_buttons must be one of "+strings.Join(buttons, ", "))
	}
	if !slices.Contains(sendKeys, o.EnterKey) {
		say("enter_key", "enter_key must be one of "+strings.Join(sendKeys, ", "))
	}
	if o.QuietHours.Enabled && o.QuietHours.From == o.QuietHours.To {
		say("quiet_hours.to", "Quiet hours must not last the whole day: from and to are the same")
	}
	checkNotice(&o.RecordingNotice, say)
	checkTypes(&o.Files, say)
	checkEnvironments(o, say)
	if len(o.Features) > maxFeatures {
		say("features", fmt.Sprintf("features may have %d entries", maxFeatures))
	}
	for name := range o.Features {
		if !featureRule.MatchString(name) {
			say("features", "The name of a feature must be in small letters, digits and _, such as help_chat")
			break
		}
	}
	countries := []string{}
	for _, country := range o.Outbound.Countries {
		country = strings.ToUpper(strings.TrimSpace(country))
		if !regionRule.MatchString(country) {
			say("outbound.countries", "countries must be two-letter codes, such as US")
			return
		}
		countries = append(countries, country)
	}
	slices.Sort(countries)
	o.Outbound.Countries = slices.Compact(countries)
	if len(o.Outbound.Countries) > maxCountries {
		say("outbound.countries", fmt.Sprintf("countries may have %d entries", maxCountries))
	}
}

// checkEnvironments requires ids of organizations, each once.
func checkEnvironments(o *Organization, say func(path, message string)) {
	if len(o.Environments) > maxEnvironments {
		say("environments", fmt.Sprintf("environments may have %d entries", maxEnvironments))
	}
	if o.Environments == nil {
		o.Environments = []string{}
	}
	for i, one := range o.Environments {
		if parsed, ok := id.Parse(one); !ok || slices.Contains(o.Environments[:i], one) {
			say("environments", "environments must be ids of organizations, each once")
			return
		} else if one != string(parsed) {
			o.Environments[i] = string(parsed)
		}
	}
}

// checkTypes requires media types, and sorts them.
func checkTypes(f *Files, say func(path, message string)) {
	types := []string{}
	for _, one := range f.Types {
		one = strings.ToLower(strings.TrimSpace(one))
		if !typeRule.MatchString(one) {
			say("files.types", "types must be media types, such as application/pdf or image/*")
			return
		}
		types = append(types, one)
	}
	slices.Sort(types)
	if f.Types = slices.Compact(types); len(f.Types) > maxTypes {
		say("files.types", fmt.Sprintf("types may have %d entries", maxTypes))
	}
}

// checkNotice requires words that can be read aloud, and joins them into one line.
func checkNotice(n *RecordingNotice, say func(path, message string)) {
	n.Text = strings.Join(strings.Fields(n.Text), " ")
	switch {
	case n.Enabled && n.Text == "":
		say("recording_notice.text", "Say what callers hear, or switch the notice off")
	case utf8.RuneCountInString(n.Text) > maxNotice:
		say("recording_notice.text", fmt.Sprintf("The notice may have %d characters", maxNotice))
	case strings.ContainsFunc(n.Text, unspoken):
		say("recording_notice.text", "The notice must be words: it is read aloud")
	}
}

// unspoken reports whether a character can't be spoken, or is markup of the phone network.
func unspoken(r rune) bool { return strings.ContainsRune("<>{}", r) || !unicode.IsPrint(r) }
