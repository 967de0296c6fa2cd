package users

import (
	"encoding/json"
	"testing"
	"time"
)

func TestUnavailableReason(t *testing.T) {
	const week = `"monday_enabled":true,"monday_start_time":"09:00","monday_end_time":"17:00","tuesday_enabled":true,` +
		`"wednesday_enabled":false,"thursday_enabled":true,"thursday_start_time":"10:00 PM","thursday_end_time":"2:00 AM"`
	const split = `"monday_enabled":true,"monday_start_time":"09:00","monday_end_time":"12:00",` +
		`"monday_more_hours":[{"start_time":"13:00","end_time":"17:00"},{"start_time":"22:00","end_time":"02:00"}]`
	const here = `,"time_zone":"America/New_York"`
	for _, test := range []struct {
		name, availability, at string
		want                   bool
	}{
		{"nothing set", ``, "2026-11-23T03:00:00Z", true},
		{"no object", `[1]`, "2026-11-23T03:00:00Z", true},
		{"only a status", `{"call_availability":{"call_status":"available"}}`, "2026-11-23T03:00:00Z", true},
		{"the browser's calls off", `{"call_availability":{"available_for_web_calls":false}}`, "2026-11-23T03:00:00Z", false},
		{"under the other name", `{"call_availability":{"allow_web_calls":false}}`, "2026-11-23T03:00:00Z", false},
		{"the phone's on", `{"call_availability":{"available_for_web_calls":false,"available_for_mobile_calls":true}}`, "2026-11-23T03:00:00Z", true},
		{"Monday before nine", `{` + week + here + `}`, "2026-11-23T08:59:59-05:00", false},
		{"Monday at nine", `{` + week + here + `}`, "2026-11-23T09:00:00-05:00", true},
		{"Monday before five", `{` + week + here + `}`, "2026-11-23T16:59:59-05:00", true},
		{"Monday at five", `{` + week + here + `}`, "2026-11-23T17:00:00-05:00", false},
		{"New York's nine where no zone is set", `{` + week + `}`, "2026-11-23T14:00:00Z", true},
		{"another zone's nine", `{` + week + `,"time_zone":"America/Los_Angeles"}`, "2026-11-23T14:00:00Z", false},
		{"in summer", `{` + week + here + `}`, "2026-07-06T13:00:00Z", true},
		{"a whole Tuesday", `{` + week + here + `}`, "2026-11-24T23:59:00-05:00", true},
		{"a disabled Wednesday", `{` + week + here + `}`, "2026-11-25T12:00:00-05:00", false},
		{"Thursday late", `{` + week + here + `}`, "2026-11-26T23:00:00-05:00", true},
		{"and after its midnight", `{` + week + here + `}`, "2026-11-27T01:59:00-05:00", true},
		{"and no longer", `{` + week + here + `}`, "2026-11-27T02:00:00-05:00", false},
		{"a Sunday of which nothing is said", `{` + week + here + `}`, "2026-11-22T12:00:00-05:00", false},
		{"all days disabled", `{"sunday_enabled":false}`, "2026-11-23T12:00:00-05:00", false},
		{"a day cleared", `{"sunday_enabled":null}`, "2026-11-23T12:00:00-05:00", true},
		{"a zone that is none", `{` + week + `,"time_zone":"Mars/Olympus"}`, "2026-11-25T12:00:00-05:00", true},
		{"a holiday", `{` + week + here + `,"holidays":[{"date":"2026-11-24","name":"Day","all_day":true}]}`, "2026-11-24T12:00:00-05:00", false},
		{"a holiday without hours of work", `{"holidays":["2026-11-24"]}`, "2026-11-24T12:00:00-05:00", false},
		{"its eve", `{"holidays":["2026-11-24"]}`, "2026-11-23T23:59:00-05:00", true},
		{"between two ranges", `{` + split + here + `}`, "2026-11-23T12:30:00-05:00", false},
		{"in the second range", `{` + split + here + `}`, "2026-11-23T13:00:00-05:00", true},
		{"in the third, past midnight", `{` + split + here + `}`, "2026-11-24T01:30:00-05:00", true},
		{"behind it", `{` + split + here + `}`, "2026-11-24T02:00:00-05:00", false},
		{"hours off", `{"holidays":[{"date":"2026-11-24","start_time":"12:00","end_time":"13:00"}]}`, "2026-11-24T12:30:00-05:00", false},
		{"after them", `{"holidays":[{"date":"2026-11-24","start_time":"12:00","end_time":"13:00"}]}`, "2026-11-24T13:00:00-05:00", true},
		{"holidays that can't be read", `{"holidays":{"x":1}}`, "2026-11-24T13:00:00-05:00", true},
	} {
		at, err := time.Parse(time.RFC3339, test.at)
		if err != nil {
			t.Fatal(err)
		}
		if got := callable(json.RawMessage(test.availability), at); got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}
