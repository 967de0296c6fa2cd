package users

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"switchboard/actors/feature"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Weekly is the part of a user's availability that the editor of it shows and changes: the hours
// of each day, the time zone, holidays, and do-not-disturb.
type Weekly struct {
	User id.ID  `json:"user"`
	Name string `json:"name"`
	// Availability has the fields of the user's availability but for the live state.
	Availability json.RawMessage `json:"availability"`
	// Reason is why calls can't ring now by these settings, "" if they can.
	Reason string `json:"reason"`
}

// WeeklyChange changes parts of a user's weekly availability. A null removes a part.
type WeeklyChange struct {
	ID           id.ID           `json:"id"`
	Availability json.RawMessage `json:"availability"`
	feature.Given
}

// weeklyFields returns the names of the fields of Weekly.Availability.
func weeklyFields() []string {
	names := []string{"do_not_disturb", "time_zone", "holidays"}
	for day := time.Sunday; day <= time.Saturday; day++ {
		names = append(names, key(day)+"_enabled", key(day)+"_start_time", key(day)+"_end_time", key(day)+moreHours)
	}
	return names
}

// Weekly returns a user's weekly availability: one's own, that of a user of a team that one
// supervises, or of anybody for who administers users. Errors: fault.Forbidden, NotFound.
func (s *Service) Weekly(ctx context.Context, p *access.Principal, user id.ID) (Weekly, error) {
	if err := s.mayPlan(ctx, p, user); err != nil {
		return Weekly{}, err
	}
	record, err := s.store.Get(ctx, p.Organization, "user", user)
	if err != nil {
		return Weekly{}, err
	}
	all, _ := decode(rawOf(record, "availability")).(map[string]any)
	shown := map[string]any{"do_not_disturb": stored(record).Call.Status == DoNotDisturb}
	for _, name := range weeklyFields()[1:] {
		if value, ok := all[name]; ok {
			shown[name] = value
		}
	}
	return Weekly{
		User: user, Name: record.Text("name"), Availability: row.JSONValue(shown),
		Reason: CallsOf(rawOf(record, "availability")).UnavailableReason(time.Now()),
	}, nil
}

// Plan changes a user's weekly availability, for those who may see it. Errors: fault.Invalid,
// Forbidden, NotFound.
func (s *Service) Plan(ctx context.Context, p *access.Principal, change WeeklyChange) (Weekly, error) {
	if err := s.mayPlan(ctx, p, change.ID); err != nil {
		return Weekly{}, err
	}
	var values map[string]json.RawMessage
	if json.Unmarshal(change.Availability, &values) != nil || values == nil {
		return Weekly{}, fault.Field("availability", "The availability must be an object.")
	}
	known := weeklyFields()
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if !slices.Contains(known, name) {
			return Weekly{}, fault.Field("availability."+name, "There is no %s among the hours of a user.", name)
		}
	}
	err := s.Patch(ctx, p, []row.ChangeRequest{{
		Record: change.ID, Set: row.Fields{"availability": change.Availability}, Command: change.Command,
	}})
	if err != nil {
		return Weekly{}, err
	}
	return s.Weekly(ctx, p, change.ID)
}

// mayPlan refuses who may not plan when a user can be called.
func (s *Service) mayPlan(ctx context.Context, p *access.Principal, user id.ID) error {
	if p.User == user || p.Superuser || slices.Contains(p.System(), access.AdministerUsers) {
		return nil
	}
	teams, err := s.store.Find(ctx, p.Organization, row.Query{Object: "team", Fields: []string{"id"}, Limit: 1, Where: []row.Condition{
		{Field: "supervisors", Operator: "CONTAINS", Value: p.User}, {Field: "members", Operator: "CONTAINS", Value: user},
	}})
	if err != nil {
		return err
	}
	if len(teams) == 0 {
		return fault.New(fault.Forbidden, "Only the user, a supervisor of one of the user's teams, or who administers users may see and change these hours.")
	}
	return nil
}
