package conversations

import (
	"context"
	"time"
	"unicode/utf8"

	"switchboard/storage/entry"
	"switchboard/storage/id"
	"switchboard/storage/phonenumber"
	"switchboard/storage/row"
)

// maxEvidence bounds the part of a text that is stored as evidence.
const maxEvidence = 1000

// consentWrite returns the write of a new consent event.
func consentWrite(record id.ID, e consentEvent, contact, by id.ID, evidence string) row.Write {
	set := row.Fields{
		"name": consentName(e), "number": e.number, "sender": e.sender, "kind": e.kind, "source": e.source,
		"at": e.at.UTC().Truncate(time.Millisecond), "position": e.position, "evidence": cut(evidence, maxEvidence),
		"contact": contact, "by": by, "conversation": e.conversation,
	}
	for name, value := range set {
		if value == "" || value == id.ID("") {
			delete(set, name)
		}
	}
	return row.Write{Object: "consent_event", ID: record, Op: entry.Created, Set: set, Cause: "consent." + e.kind}
}

func consentName(e consentEvent) string {
	return map[string]string{
		ConsentOptIn: "Opted in", ConsentOptOut: "Opted out", ConsentHelp: "Asked for help",
	}[e.kind]
}

// spread returns the writes that update contacts to the events of their numbers. Each
// names the version that was read, so of two concurrent writers one must retry.
func spread(contacts []row.Record, events []consentEvent) []row.Write {
	var writes []row.Write
	done := map[id.ID]bool{}
	for _, c := range contacts {
		now := consentOf(events, numbersOf(c.Fields))
		have, set := c.Bool("sms_opt_in")
		if done[c.ID] || now == consentUnknown || set && any(have) == now.value() {
			continue
		}
		done[c.ID] = true
		cause := "contact.opted_out"
		if now == optedIn {
			cause = "contact.opted_in"
		}
		writes = append(writes, row.Write{
			Object: "contact", ID: c.ID, Op: entry.Updated, Expect: c.Version, Set: row.Fields{"sms_opt_in": now.value()}, Cause: cause,
		})
	}
	return writes
}

// finder reads records (Store, and the store of actors/records).
type finder interface {
	Find(ctx context.Context, organization id.ID, query row.Query) ([]row.Record, error)
}

// contactsWith returns all contacts that have one of the numbers.
func contactsWith(ctx context.Context, store finder, organization id.ID, numbers []string) ([]row.Record, error) {
	var contacts []row.Record
	if len(numbers) == 0 {
		return nil, nil
	}
	for _, field := range []string{"phone", "second_phone"} { // each field has its own index
		found, err := store.Find(ctx, organization, row.Query{
			Object: "contact", Where: []row.Condition{{Field: field, SubField: "phone_number", Operator: "IN", Value: numbers}},
		})
		if err != nil {
			return nil, err
		}
		contacts = append(contacts, found...)
	}
	return contacts, nil
}

// eventsOf returns the latest consent events of the numbers.
func eventsOf(ctx context.Context, store finder, organization id.ID, numbers []string) ([]row.Record, error) {
	var events []row.Record
	silent := silentIn(ctx)
	for _, number := range numbers {
		if silent[number] {
			continue
		}
		found, err := store.Find(ctx, organization, row.Query{
			Object: "consent_event", Where: []row.Condition{{Field: "number", Operator: "IN", Value: phonenumber.Forms(number)}}, Order: []row.Order{{Field: "at", Descending: true}},
		})
		if err != nil {
			return nil, err
		}
		events = append(events, found...)
	}
	return events, nil
}

// cut returns the beginning of a text, in whole characters.
func cut(text string, bytes int) string {
	if len(text) <= bytes {
		return text
	}
	for bytes > 0 && !utf8.RuneStart(text[bytes]) {
		bytes--
	}
	return text[:bytes]
}
