package rest_test

import (
	"net/http"
	"testing"

	"switchboard/storage/row"
)

func TestOrganizationIsOneRecordWithSettings(t *testing.T) {
	w := newWorld(t)
	p := boss(w)
	a := p.do("GET", "/v1/object/organization", "")
	if len(a.rows()) != 1 || a.header.Get("X-Rights") != "read,update" {
		t.Fatalf("%d rows, rights %q", len(a.rows()), a.header.Get("X-Rights"))
	}
	var list struct {
		Organization []object `json:"Organization"`
	}
	if a.into(&list); len(list.Organization) != 1 {
		t.Errorf("the key Organization holds %v", list.Organization)
	}
	one := "/v1/object/organization/" + string(w.org)
	set := func(settings string, status int) *answer {
		t.Helper()
		return p.do("PATCH", "/v1/object/organization", `[{"id":"`+string(w.org)+`","settings":`+settings+`}]`).is(status)
	}
	set(`{"ring_seconds":45,"rates":{"calls_per_minute":3}}`, http.StatusOK)
	set(`{"time_zone":"Europe/Berlin"}`, http.StatusOK) // what it does not name stays
	read := func() object {
		var record object
		p.do("GET", one, "").into(&record)
		settings, _ := record["settings"].(object)
		return settings
	}
	stored := read()
	rates, _ := stored["rates"].(object)
	if stored["ring_seconds"] != 45.0 || rates["calls_per_minute"] != 3.0 || rates["texts_per_minute"] != 60.0 || stored["time_zone"] != "Europe/Berlin" {
		t.Errorf("settings %v", stored)
	}
	for settings, path := range map[string]string{`{"Rates":{}}`: "settings.Rates", `{"ring_seconds":500}`: "settings.ring_seconds", `{"recording_notice":{"text":""}}`: "settings.recording_notice.text"} {
		if wrong := set(settings, http.StatusUnprocessableEntity).problem(http.StatusUnprocessableEntity).Errors; wrong[path] == nil {
			t.Errorf("%s: %v", settings, wrong)
		}
	}
	set(`null`, http.StatusOK) // back to the defaults
	stored = read()
	if stored["ring_seconds"] != 30.0 || stored["time_zone"] != "America/New_York" {
		t.Errorf("settings %v", stored)
	}
	p.do("POST", "/v1/object/organization", `[{"name":"Second"}]`).is(http.StatusForbidden)
	p.do("DELETE", one, "").is(http.StatusForbidden)
}

func TestOnlySuperusersReadAndChangeSettings(t *testing.T) {
	w := newWorld(t)
	p := w.person("Agent", row.Fields{})
	var one object
	p.do("GET", "/v1/object/organization/"+string(w.org), "").into(&one)
	if one["name"] == nil || one["time_zone"] != "America/New_York" || one["record_buttons"] != "rights" || one["settings"] != nil {
		t.Errorf("an agent reads %v", one)
	}
	boss(w).do("PATCH", "/v1/object/organization", `[{"id":"`+string(w.org)+`","settings":{"record_buttons":"superuser_only"}}]`).is(http.StatusOK)
	if p.do("GET", "/v1/object/organization/"+string(w.org), "").into(&one); one["record_buttons"] != "superuser_only" {
		t.Errorf("whom records offer changes to, an agent reads as %v", one["record_buttons"])
	}
	p.do("PATCH", "/v1/object/organization", `[{"id":"`+string(w.org)+`","settings":{"spend":{"monthly_stop_usd":9}}}]`).is(http.StatusForbidden)
	p.do("GET", "/v1/object/organization?order=settings", "").is(http.StatusUnprocessableEntity)
}
