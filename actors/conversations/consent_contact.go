package conversations

import (
	"context"
	"slices"
	"time"

	"switchboard/actors/runtime"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// ContactConsent reviews contacts written by the record API
// (actors/records.Reviewer). It stores an administrator's change of consent as an
// event, and sets the consent of a contact with a new number from the number's
// events.
type ContactConsent struct {
	Store runtime.Store
	Now   func() time.Time
}

// Watches implements feature.Watcher.
func (ContactConsent) Watches() []string { return []string{"phone", "second_phone", "sms_opt_in"} }

// Foresee implements feature.Foreseer, since most numbers in a large import have no
// events.
func (o ContactConsent) Foresee(ctx context.Context, p *access.Principal, sets []row.Fields) (context.Context, error) {
	var numbers []string
	for _, set := range sets {
		numbers = append(numbers, numbersOf(set)...)
	}
	return withSilent(ctx, o.Store, p.Organization, numbers)
}

// Review implements actors/records.Reviewer. before is the stored contact, or the
// zero Record for a new one. Review may add to set, the fields to write.
func (o ContactConsent) Review(ctx context.Context, p *access.Principal, contact id.ID, before row.Record, set row.Fields) ([]row.Write, error) {
	after := row.Fields{}
	for _, field := range []string{"phone", "second_phone"} {
		after[field] = before.Fields[field]
		if value, given := set[field]; given {
			after[field] = value
		}
	}
	had, has := numbersOf(before.Fields), numbersOf(after)
	wanted, given := set["sms_opt_in"]
	given = given && (wanted != nil || before.ID != "")
	moved := !slices.Equal(had, has)
	if !given && !moved {
		return nil, nil
	}
	records, err := eventsOf(ctx, o.Store, p.Organization, has)
	if err != nil {
		return nil, err
	}
	events := consentEvents(records)
	if given {
		return o.adminEvent(p, contact, wanted, has, events)
	}
	if value, known := inherited(before, had, has, events); known {
		set["sms_opt_in"] = value
	}
	return nil, nil
}

// Return implements feature.Returner. It sets the consent of a restored contact from
// the current events of its numbers.
func (o ContactConsent) Return(ctx context.Context, p *access.Principal, _ id.ID, removed, set row.Fields) error {
	has := numbersOf(removed)
	records, err := eventsOf(ctx, o.Store, p.Organization, has)
	if err != nil {
		return err
	}
	if now := consentOf(consentEvents(records), has); now != consentUnknown {
		set["sms_opt_in"] = now.value()
	}
	return nil
}

// adminEvent returns the events for a user's change of a contact's consent.
func (o ContactConsent) adminEvent(p *access.Principal, contact id.ID, wanted any, numbers []string, events []consentEvent) ([]row.Write, error) {
	opted, ok := wanted.(bool)
	if !ok {
		return nil, fault.Field("sms_opt_in", "Who was asked can't become unasked: SMS Opt In is yes or no.")
	}
	if opted && consentOf(events, numbers) == stopped {
		refused := fault.Field("sms_opt_in", "This person told us to stop texting. Only a START from that phone, or a recorded proof of consent, opens it again.")
		refused.Code = fault.Conflict
		return nil, refused
	}
	e := consentEvent{kind: ConsentOptOut, source: "admin", at: o.Now()}
	if opted {
		e.kind = ConsentOptIn
	}
	if len(numbers) == 0 {
		return []row.Write{consentWrite(id.New(), e, contact, p.User, "")}, nil
	}
	var writes []row.Write
	for _, number := range numbers {
		e.number = number
		writes = append(writes, consentWrite(id.New(), e, contact, p.User, ""))
	}
	return writes, nil
}

// inherited returns the consent of a contact whose numbers changed. Consent belongs
// to the number: events of the new numbers count, events of a removed one do not.
func inherited(before row.Record, had, has []string, events []consentEvent) (value any, known bool) {
	if now := consentOf(events, has); now != consentUnknown {
		return now.value(), true
	}
	kept := len(had) == 0 || slices.ContainsFunc(had, func(number string) bool { return slices.Contains(has, number) })
	if kept || before.Fields["sms_opt_in"] == nil {
		return nil, false
	}
	return nil, true
}
