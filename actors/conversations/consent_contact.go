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

// ContactConsent looks at contacts that are about to be written by the record API:
// what an administrator says of somebody's consent is kept as an event, and a contact
// who is made with a number, or given one, stands as the events of the number say
// (actors/records.Reviewer).
type ContactConsent struct {
	Store runtime.Store
	Now   func() time.Time
}

// Watches implements feature.Watcher.
func (ContactConsent) Watches() []string { return []string{"phone", "second_phone", "sms_opt_in"} }

// Foresee implements feature.Foreseer: most numbers of many contacts have no event.
func (o ContactConsent) Foresee(ctx context.Context, p *access.Principal, sets []row.Fields) (context.Context, error) {
	var numbers []string
	for _, set := range sets {
		numbers = append(numbers, numbersOf(set)...)
	}
	return withSilent(ctx, o.Store, p.Organization, numbers)
}

// Review implements actors/records.Reviewer. before is the contact as it stands, the
// zero Record for a new one; set is what is written, and may be added to.
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
	events := saids(records)
	if given {
		return o.word(p, contact, wanted, has, events)
	}
	if value, known := inherited(before, had, has, events); known {
		set["sms_opt_in"] = value
	}
	return nil, nil
}

// Return implements feature.Returner: a contact who comes back stands as the events of his
// numbers say by now.
func (o ContactConsent) Return(ctx context.Context, p *access.Principal, _ id.ID, removed, set row.Fields) error {
	has := numbersOf(removed)
	records, err := eventsOf(ctx, o.Store, p.Organization, has)
	if err != nil {
		return err
	}
	if now := consentOf(saids(records), has); now != unasked {
		set["sms_opt_in"] = now.value()
	}
	return nil
}

// word is the event of what a user of ours noted about a person's consent.
func (o ContactConsent) word(p *access.Principal, contact id.ID, wanted any, numbers []string, events []said) ([]row.Write, error) {
	opted, ok := wanted.(bool)
	if !ok {
		return nil, fault.Field("sms_opt_in", "Who was asked can't become unasked: SMS Opt In is yes or no.")
	}
	if opted && consentOf(events, numbers) == stopped {
		refused := fault.Field("sms_opt_in", "This person told us to stop texting. Only a START from that phone, or a recorded proof of consent, opens it again.")
		refused.Code = fault.Conflict
		return nil, refused
	}
	e := said{kind: ConsentOptOut, source: "admin", at: o.Now()}
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

// inherited is the consent of a contact whose numbers changed. Consent belongs to the
// number: what is known of the new ones counts, and what was said about one that is gone
// does not.
func inherited(before row.Record, had, has []string, events []said) (value any, known bool) {
	if now := consentOf(events, has); now != unasked {
		return now.value(), true
	}
	kept := len(had) == 0 || slices.ContainsFunc(had, func(number string) bool { return slices.Contains(has, number) })
	if kept || before.Fields["sms_opt_in"] == nil {
		return nil, false
	}
	return nil, true
}
