package conversations

import (
	"slices"
	"time"

	"switchboard/storage/fault"
	"switchboard/storage/row"
	"switchboard/storage/settings"
)

// answerTime is how long after a message its author may be answered at any hour.
const answerTime = 24 * time.Hour

// Rules are the organization's settings and the time zones of the numbering plan.
type Rules struct {
	settings.Organization

	// Zones returns the time zones that a number may be in, or none if unknown.
	Zones func(number string) []string
}

// quiet rejects a text that would arrive in quiet hours, by the time zone of the
// contact, else of the number, else of the organization. A person who wrote within a
// day may be answered.
func quiet(s State, now time.Time) error {
	hours := s.Rules.QuietHours
	if !hours.Enabled || !s.LastInbound.IsZero() && now.Sub(s.LastInbound) < answerTime {
		return nil
	}
	phones, _ := s.Conversation.Fields["contact_phones"].([]string)
	for _, number := range phones {
		for _, zone := range zonesOf(s, number) {
			if at := now.In(zone); within(hours, at) {
				return fault.New(fault.Forbidden,
					"It is %s where this text would arrive (%s). Between %s and %s only texts of the last 24 hours may be answered.",
					at.Format("15:04"), zone, hours.From, hours.To)
			}
		}
	}
	return nil
}

func within(hours settings.QuietHours, at time.Time) bool {
	clock := at.Format("15:04")
	if hours.From <= hours.To {
		return clock >= hours.From && clock < hours.To
	}
	return clock >= hours.From || clock < hours.To
}

func zonesOf(s State, number string) []*time.Location {
	var zones []*time.Location
	for _, c := range s.Contacts {
		if slices.Contains(numbersOf(c.Fields), number) {
			zones = append(zones, named(c)...)
		}
	}
	if len(zones) > 0 {
		return zones
	}
	if s.Rules.Zones != nil {
		for _, name := range s.Rules.Zones(number) {
			if zone, err := time.LoadLocation(name); err == nil {
				zones = append(zones, zone)
			}
		}
	}
	if len(zones) == 0 {
		zones = append(zones, s.Rules.Location())
	}
	return zones
}

// named returns the time zone that a contact names. The field is free text, so it may
// name none.
func named(contact row.Record) []*time.Location {
	name := contact.Text("time_zone")
	if name == "" || name == "Local" {
		return nil
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return nil
	}
	return []*time.Location{zone}
}
