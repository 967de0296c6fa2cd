package conversations

import (
	"context"
	"errors"
	"strings"
	"time"

	"switchboard/actors/runtime"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// ConsentOwner stores recorded proofs of consent from the record API. Nobody can
// change or delete events (actors/records.Owner).
type ConsentOwner struct {
	Store runtime.Store
	Now   func() time.Time
}

// maxConsentRetries bounds the retries after a version conflict on a contact.
const maxConsentRetries = 5

// Create stores statements made on a form or verbally, with their evidence, and
// updates every contact with the numbers. It writes all rows or none.
func (o ConsentOwner) Create(ctx context.Context, p *access.Principal, _ string, rows []row.ChangeRequest) ([]id.ID, error) {
	var made []id.ID
	once := func() error {
		return o.Store.Together(ctx, func(ctx context.Context) error {
			made = make([]id.ID, len(rows))
			for i, r := range rows {
				var err error
				if made[i], err = o.create(ctx, p, r); err != nil {
					return fault.From(err).At(i)
				}
			}
			return nil
		})
	}
	err := once()
	for range maxConsentRetries {
		if !fault.Is(err, fault.VersionConflict) {
			break
		}
		err = once()
	}
	return made, err
}

func (o ConsentOwner) create(ctx context.Context, p *access.Principal, r row.ChangeRequest) (id.ID, error) {
	given := row.Record{Fields: r.Set}
	e := consentEvent{number: strings.TrimSpace(given.Text("number")), kind: given.Text("kind"), source: given.Text("source"), at: o.Now()}
	evidence := strings.TrimSpace(given.Text("evidence"))
	contact := given.Lookup("contact")
	switch {
	case e.source != "form" && e.source != "verbal":
		return "", fault.Field("source", "A proof of consent comes from a form, or was said aloud (verbal); the other sources are recorded by themselves.")
	case e.kind != ConsentOptIn && e.kind != ConsentOptOut:
		return "", fault.Field("kind", "A proof says opt_in or opt_out.")
	case evidence == "":
		return "", fault.Field("evidence", "Say what was signed or said, where and when.")
	}
	if e.number == "" && contact != "" {
		record, err := o.Store.Get(ctx, p.Organization, "contact", contact)
		if err != nil {
			return "", err
		}
		if numbers := numbersOf(record.Fields); len(numbers) > 0 {
			e.number = numbers[0]
		}
	}
	if !schema.IsE164(e.number) {
		return "", fault.Field("number", "Name the number that the consent is about, in the form +15551234567.")
	}
	record := id.New()
	if r.Command != "" {
		record = id.Derived("consent_event:" + string(p.Organization) + ":" + string(p.User) + ":" + r.Command)
		if _, err := o.Store.Get(ctx, p.Organization, "consent_event", record); err == nil {
			return record, nil
		}
	}
	return record, o.store(ctx, p, consentWrite(record, e, contact, p.User, evidence), e, r.Command)
}

func (o ConsentOwner) store(ctx context.Context, p *access.Principal, write row.Write, e consentEvent, command string) error {
	contacts, err := contactsWith(ctx, o.Store, p.Organization, []string{e.number})
	if err != nil {
		return err
	}
	numbers := []string{e.number}
	for _, c := range contacts {
		for _, number := range numbersOf(c.Fields) {
			if number != e.number {
				numbers = append(numbers, number)
			}
		}
	}
	events, err := eventsOf(ctx, o.Store, p.Organization, numbers)
	if err != nil {
		return err
	}
	writes := append([]row.Write{write}, spread(contacts, append(consentEvents(events), e))...)
	_, err = o.Store.Commit(ctx, row.Change{Organization: p.Organization, By: p.User, Command: command, Writes: writes})
	return err
}

// errKept is the error for changes to stored events.
var errKept = errors.New("consent events are kept as they are")

// Patch rejects: events never change.
func (ConsentOwner) Patch(context.Context, *access.Principal, string, []row.ChangeRequest) error {
	return fault.Wrap(errKept, fault.Conflict, "What was said about consent can't be changed. Record what is said now as a new event.")
}

// Remove rejects: events are never deleted.
func (ConsentOwner) Remove(context.Context, *access.Principal, string, []row.ChangeRequest) error {
	return fault.Wrap(errKept, fault.Conflict, "What was said about consent can't be deleted.")
}
