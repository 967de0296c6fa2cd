package users_test

import (
	"encoding/json"
	"testing"

	"switchboard/actors/features"
	"switchboard/actors/records"
	"switchboard/actors/users"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/row"
)

func TestAgentsSetTheirOwnZoneAndHours(t *testing.T) {
	s := open(t)
	service := records.New(s.store)
	service.Own("user", users.Owner{Service: s.service})
	agent := access.Build(features.Registry(), access.Inputs{Organization: s.org, User: s.anna})
	change := func(field, value string) error {
		_, err := service.Patch(t.Context(), &agent, "user", []records.Input{{"id": row.JSONValue(s.anna), field: json.RawMessage(value)}}, 0, "")
		return err
	}
	for _, zone := range []string{"Europe/Berlin", "America/Argentina/Buenos_Aires", "UTC"} {
		if err := change("time_zone", `"`+zone+`"`); err != nil || s.user(s.anna).Text("time_zone") != zone {
			t.Errorf("%s: %v; it is %q", zone, err, s.user(s.anna).Text("time_zone"))
		}
	}
	for _, zone := range []string{"PST", "EST", "Local", "Mars/Olympus", "posix/Europe/Berlin", "../../etc/passwd"} {
		if err := change("time_zone", `"`+zone+`"`); !fault.Is(err, fault.Invalid) {
			t.Errorf("%s: %v", zone, err)
		}
	}
	for _, value := range []string{
		`{"monday_enabled":true,"monday_start_time":"09:00","monday_end_time":"24:00","time_zone":"Europe/Berlin"}`,
		`{"tuesday_start_time":"10:00 PM","tuesday_end_time":"2:00AM","monday_start_time":""}`,
		`{"holidays":["2026-11-24",{"date":"2026-12-24","start_time":"12:00","end_time":"13:00"},{"date":"2026-12-25","all_day":true}]}`,
		`{"holidays":null,"call_availability":{"call_status":"busy","allow_web_calls":false}}`,
	} {
		if err := change("availability", value); err != nil {
			t.Errorf("%s: %v", value, err)
		}
	}
	for value, field := range map[string]string{
		`{"monday_start_time":"banana"}`:                                "monday_start_time",
		`{"monday_end_time":25}`:                                        "monday_end_time",
		`{"monday_enabled":"yes"}`:                                      "monday_enabled",
		`{"do_not_disturb":1}`:                                          "do_not_disturb",
		`{"holidays":"x"}`:                                              "holidays",
		`{"holidays":["soon"]}`:                                         "holidays",
		`{"holidays":[{"date":"2026-12-24","start_time":"noon"}]}`:      "holidays",
		`{"time_zone":"PST"}`:                                           "time_zone",
		`{"time_zone":"Mars/Olympus"}`:                                  "time_zone",
		`{"call_availability":{"available_for_web_calls":"sometimes"}}`: "call_availability",
	} {
		err := change("availability", value)
		if refused := fault.From(err); err == nil || refused.Code != fault.Invalid || refused.Fields["availability."+field] == nil {
			t.Errorf("%s: %v", value, err)
		}
	}
}
