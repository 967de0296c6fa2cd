package settings_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"switchboard/storage/fault"
	"switchboard/storage/settings"
)

func TestDefaultIsWithinItsBounds(t *testing.T) {
	whole, err := settings.Merge("settings", nil, json.RawMessage(`{}`))
	if err != nil {
		t.Fatal(err)
	}
	if got := settings.Parse(whole); !reflect.DeepEqual(got, settings.Default()) {
		t.Errorf("got %+v", got)
	}
}

func TestMergeLaysChangesOverWhatStands(t *testing.T) {
	stored, err := settings.Merge("settings", nil, json.RawMessage(`{"rates":{"calls_per_minute":3},"outbound":{"countries":["us"," GB","US"]},"ring_seconds":45}`))
	if err != nil {
		t.Fatal(err)
	}
	next, err := settings.Merge("settings", stored, json.RawMessage(`{"ring_seconds":null,"rates":{"texts_per_minute":5}}`))
	if err != nil {
		t.Fatal(err)
	}
	got := settings.Parse(next)
	want := settings.Default()
	want.Rates.CallsPerMinute, want.Rates.TextsPerMinute = 3, 5
	want.Outbound.Countries = []string{"GB", "US"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

// The notice is kept in one line, may be empty when switched off, and has a default for
// organizations that stored none.
func TestTheNoticeOfARecording(t *testing.T) {
	if got := settings.Parse(json.RawMessage(`{"ring_seconds":20}`)).RecordingNotice; !got.Enabled || got.Text == "" {
		t.Errorf("settings of before have %+v", got)
	}
	for changes, want := range map[string]settings.RecordingNotice{
		`{"recording_notice":{"text":"  Wir zeichnen\n auf. "}}`:           {Enabled: true, Text: "Wir zeichnen auf."},
		`{"recording_notice":{"enabled":false,"text":""}}`:                 {},
		`{"recording_notice":{"text":"` + strings.Repeat("ä", 300) + `"}}`: {Enabled: true, Text: strings.Repeat("ä", 300)},
	} {
		next, err := settings.Merge("settings", nil, json.RawMessage(changes))
		if err != nil {
			t.Errorf("%s: %v", changes, err)
			continue
		}
		if got := settings.Parse(next).RecordingNotice; got != want {
			t.Errorf("%s: %+v, wanted %+v", changes, got, want)
		}
	}
}

func TestMergeNamesWhatIsWrong(t *testing.T) {
	for changes, path := range map[string]string{
		`[]`:                                        "settings",
		`null`:                                      "settings",
		`"x"`:                                       "settings",
		`{"Ring_Seconds":20}`:                       "settings.Ring_Seconds",
		`{"unknown":1}`:                             "settings.unknown",
		`{"rates":{"x":1}}`:                         "settings.rates.x",
		`{"rates":7}`:                               "settings.rates",
		`{"ring_seconds":9}`:                        "settings.ring_seconds",
		`{"ring_seconds":121}`:                      "settings.ring_seconds",
		`{"ring_seconds":20.5}`:                     "settings.ring_seconds",
		`{"ring_seconds":1e308}`:                    "settings.ring_seconds",
		`{"ring_seconds":"20"}`:                     "settings.ring_seconds",
		`{"strict_opt_in":"yes"}`:                   "settings.strict_opt_in",
		`{"record_buttons":"nobody"}`:               "settings.record_buttons",
		`{"record_buttons":true}`:                   "settings.record_buttons",
		`{"enter_key":"Enter"}`:                     "settings.enter_key",
		`{"week_start":"Sunday"}`:                   "settings.week_start",
		`{"recording_notice":"Hello"}`:              "settings.recording_notice",
		`{"recording_notice":{"enabled":1}}`:        "settings.recording_notice.enabled",
		`{"recording_notice":{"text":" "}}`:         "settings.recording_notice.text",
		`{"recording_notice":{"text":"<Hangup/>"}}`: "settings.recording_notice.text",
		`{"recording_notice":{"text":"a\u0007b"}}`:  "settings.recording_notice.text",
		`{"recording_notice":{"text":"` + strings.Repeat("ä", 301) + `"}}`: "settings.recording_notice.text",
		`{"time_zone":"Mars/Olympus"}`:                                     "settings.time_zone",
		`{"time_zone":"Local"}`:                                            "settings.time_zone",
		`{"time_zone":"../../etc/passwd"}`:                                 "settings.time_zone",
		`{"quiet_hours":{"from":"24:00"}}`:                                 "settings.quiet_hours.from",
		`{"quiet_hours":{"from":"08:00","to":"08:00"}}`:                    "settings.quiet_hours.to",
		`{"outbound":{"countries":["USA"]}}`:                               "settings.outbound.countries",
		`{"outbound":{"countries":"US"}}`:                                  "settings.outbound.countries",
		`{"spend":{"monthly_stop_usd":-1}}`:                                "settings.spend.monthly_stop_usd",
		`{"retention":{"log_hours":0}}`:                                    "settings.retention.log_hours",
		`{"retention":{"history_years":11}}`:                               "settings.retention.history_years",
		`{"rates":{"lists_at_once":17}}`:                                   "settings.rates.lists_at_once",
		`{"rates":{"changes_per_minute":1000000000000000}}`:                "settings.rates.changes_per_minute",
		`{"rates":{"megabytes_per_minute":0}}`:                             "settings.rates.megabytes_per_minute",
		`{"rates":{"megabytes_per_minute":1001}}`:                          "settings.rates.megabytes_per_minute",
	} {
		_, err := settings.Merge("settings", nil, json.RawMessage(changes))
		var e *fault.Error
		if !errors.As(err, &e) || e.Code != fault.Invalid || len(e.Fields[path]) == 0 {
			t.Errorf("%s: %v, want a message for %s", changes, err, path)
		}
	}
}

func TestAStoredDocumentNeverStopsTheProduct(t *testing.T) {
	for _, stored := range []string{``, `null`, `[]`, `{`, `"x"`} {
		if got := settings.Parse(json.RawMessage(stored)); !reflect.DeepEqual(got, settings.Default()) {
			t.Errorf("%q: %+v", stored, got)
		}
	}
	got := settings.Parse(json.RawMessage(`{"ring_seconds":"broken","week_start":"monday","of_a_later_release":1}`))
	if got.WeekStart != "monday" || got.RingSeconds != 30 {
		t.Errorf("%+v", got)
	}
}

func TestSettingsAreOneDocumentOfTheirBounds(t *testing.T) {
	text := settings.Default().JSON()
	if len(text) > 4<<10 {
		t.Errorf("the default is %d bytes", len(text))
	}
	defaults := settings.Default()
	if zone := defaults.Location(); zone.String() != "America/New_York" {
		t.Error(zone)
	}
}
