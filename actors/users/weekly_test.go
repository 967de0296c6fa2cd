package users_test

import (
	"encoding/json"
	"strings"
	"testing"

	"switchboard/actors/users"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

func TestSupervisorsPlanTheHoursOfTheirTeams(t *testing.T) {
	s := open(t)
	carla, dan := id.New(), id.New()
	_, err := s.store.Commit(t.Context(), row.Change{Organization: s.org, Writes: []row.Write{
		{Object: "user", ID: carla, Op: entry.Created, Set: row.Fields{"name": "carla", "email": "carla@demo.test"}},
		{Object: "user", ID: dan, Op: entry.Created, Set: row.Fields{"name": "dan", "email": "dan@demo.test"}},
		{Object: "team", ID: id.New(), Op: entry.Created, Set: row.Fields{"name": "Sales", "members": []id.ID{s.anna, dan}, "supervisors": []id.ID{s.ben}}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	plan := func(p *access.Principal, of id.ID) error {
		_, err := s.service.Plan(t.Context(), p, users.WeeklyChange{ID: of, Availability: json.RawMessage(`{"sunday_enabled":false}`)})
		return err
	}
	administrator := s.principal(carla, access.PermissionSet{System: []string{access.AdministerUsers}})
	for _, test := range []struct {
		who string
		p   *access.Principal
		of  id.ID
		ok  bool
	}{
		{"oneself", s.principal(s.anna), s.anna, true},
		{"the supervisor", s.principal(s.ben), s.anna, true},
		{"a colleague of the team", s.principal(dan), s.anna, false},
		{"a stranger", s.principal(carla), s.anna, false},
		{"a member of the supervisor", s.principal(s.anna), s.ben, false},
		{"who administers users", administrator, s.anna, true},
	} {
		if err := plan(test.p, test.of); (err == nil) != test.ok || err != nil && !fault.Is(err, fault.Forbidden) {
			t.Errorf("%s: %v", test.who, err)
		}
		if _, err := s.service.Weekly(t.Context(), test.p, test.of); (err == nil) != test.ok {
			t.Errorf("%s reads: %v", test.who, err)
		}
	}
}

func TestAWeekWithSeveralRangesADay(t *testing.T) {
	s := open(t)
	anna := s.principal(s.anna)
	plan := func(value string) (users.Weekly, error) {
		return s.service.Plan(t.Context(), anna, users.WeeklyChange{ID: s.anna, Availability: json.RawMessage(value)})
	}
	const lunch = `"monday_enabled":true,"monday_start_time":"09:00","monday_end_time":"12:00"`
	shown, err := plan(`{` + lunch + `,"monday_more_hours":[{"start_time":"13:00","end_time":"17:00"},{"start_time":"20:00","end_time":"24:00"}],"time_zone":"America/Denver"}`)
	if err != nil || !strings.Contains(string(shown.Availability), `"monday_more_hours":[{`) {
		t.Fatalf("%s: %v", shown.Availability, err)
	}
	for value, want := range map[string]string{
		`{"monday_more_hours":[{"start_time":"11:00","end_time":"17:00"}]}`:  "11:00 to 17:00 overlaps 09:00 to 12:00 on Monday. Change one of the two ranges.",
		`{"monday_end_time":"13:30"}`:                                        "13:00 to 17:00 overlaps 09:00 to 13:30 on Monday. Change one of the two ranges.",
		`{"tuesday_more_hours":[{"start_time":"13:00"}]}`:                    "tuesday_more_hours must be a list of at most 5 ranges",
		`{"tuesday_more_hours":[{"start_time":"lunch","end_time":"14:00"}]}`: "tuesday_more_hours must be a list of at most 5 ranges",
		`{"tuesday_more_hours":"13:00"}`:                                     "tuesday_more_hours must be a list of at most 5 ranges",
		`{"tuesday_more_hours":[` + strings.Repeat(`{"start_time":"13:00","end_time":"13:01"},`, 5) + `{"start_time":"13:00","end_time":"13:01"}]}`: "tuesday_more_hours must be a list of at most 5 ranges",
		`{"call_availability":{"call_status":"busy"}}`: "There is no call_availability among the hours of a user.",
		`{"someday_enabled":true}`:                     "There is no someday_enabled",
		`[]`:                                           "The availability must be an object.",
		`null`:                                         "The availability must be an object.",
	} {
		_, err := plan(value)
		refused := fault.From(err)
		if err == nil || refused.Code != fault.Invalid || !strings.Contains(string(row.JSONValue(refused.Fields)), want) {
			t.Errorf("%s: %v, %v", value, err, refused)
		}
	}
	// A day that is removed leaves nothing behind.
	shown, err = plan(`{"monday_enabled":null,"monday_start_time":null,"monday_end_time":null,"monday_more_hours":null}`)
	if err != nil || strings.Contains(string(shown.Availability), "monday") {
		t.Errorf("%s: %v", shown.Availability, err)
	}
}

func TestDoNotDisturbOfTheWeekIsTheStatus(t *testing.T) {
	s := open(t)
	anna := s.principal(s.anna)
	status := func() string {
		t.Helper()
		var a struct {
			Call struct {
				Status string `json:"call_status"`
			} `json:"call_availability"`
			On *bool `json:"do_not_disturb"`
		}
		if err := s.user(s.anna).JSON("availability", &a); err != nil {
			t.Fatal(err)
		}
		if a.On != nil && *a.On != (a.Call.Status == users.DoNotDisturb) {
			t.Errorf("do_not_disturb is %v while the status is %s", *a.On, a.Call.Status)
		}
		return a.Call.Status
	}
	if _, err := s.service.SetStatus(t.Context(), anna, users.Available, ""); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct{ change, want string }{
		{`{"do_not_disturb":true}`, users.DoNotDisturb},
		{`{"sunday_enabled":false}`, users.DoNotDisturb},
		{`{"do_not_disturb":false}`, users.Available},
	} {
		if _, err := s.service.Plan(t.Context(), anna, users.WeeklyChange{ID: s.anna, Availability: json.RawMessage(step.change)}); err != nil || status() != step.want {
			t.Errorf("%s: %v; the status is %s", step.change, err, status())
		}
	}
	// Both show the status that was chosen elsewhere.
	if _, err := s.service.SetStatus(t.Context(), anna, users.DoNotDisturb, ""); err != nil || status() != users.DoNotDisturb {
		t.Errorf("%v, %s", err, status())
	}
}
