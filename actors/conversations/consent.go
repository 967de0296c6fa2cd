package conversations

import (
	"cmp"
	"slices"
	"time"

	"switchboard/actors/carrier"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/phonenumber"
	"switchboard/storage/row"
)

// consentDetail is the error if consent forbids sending.
const consentDetail = "One or more contacts have not opted in to receive SMS messages. Please ensure compliance with relevant regulations."

// keyword returns the kind of consent event of a text, or "" if the text is not one
// of the provider's keywords.
func keyword(body string) string {
	switch carrier.KeywordOf(body) {
	case carrier.KeywordStop:
		return ConsentOptOut
	case carrier.KeywordStart:
		return ConsentOptIn
	case carrier.KeywordHelp:
		return ConsentHelp
	default:
		return ""
	}
}

// consentState is the consent of a number that results from all events.
type consentState int

const (
	consentUnknown consentState = iota
	optedIn
	optedOut
	// stopped is an opt-out by the person. Only a START from the same phone or a
	// recorded proof ends it.
	stopped
)

// value returns the state as a contact shows it, or nil if unknown.
func (s consentState) value() any {
	switch s {
	case optedIn:
		return true
	case optedOut, stopped:
		return false
	default:
		return nil
	}
}

// consentEvent is an event about consent.
type consentEvent struct {
	number, sender string
	kind, source   string
	at             time.Time
	conversation   id.ID
	position       int64
}

func consentEventOf(r row.Record) consentEvent {
	return consentEvent{
		number: r.Text("number"), sender: r.Text("sender"), kind: r.Text("kind"), source: r.Text("source"),
		at: r.Time("at"), conversation: r.Lookup("conversation"), position: r.Int("position"),
	}
}

// byPerson reports whether the event comes from the person, by a text from the number
// or to the provider.
func (e consentEvent) byPerson() bool { return e.source == "keyword" || e.source == "provider_21610" }

// proof reports whether there is evidence of the consent. Only such an opt-in ends a
// STOP.
func (e consentEvent) proof() bool { return e.byPerson() || e.source == "form" || e.source == "verbal" }

// replay returns a number's consent towards one of our senders from all events, in
// any order. Within one conversation the provider's index decides which keyword came
// last, since webhooks arrive late and overtake each other.
func replay(events []consentEvent, number, sender string) consentState {
	last := map[id.ID]int64{}
	var mine []consentEvent
	for _, e := range events {
		if !phonenumber.Same(e.number, number) || e.kind == ConsentHelp || e.sender != "" && e.sender != sender {
			continue
		}
		mine = append(mine, e)
		if e.source == "keyword" {
			if at, known := last[e.conversation]; !known || e.position > at {
				last[e.conversation] = e.position
			}
		}
	}
	mine = slices.DeleteFunc(mine, func(e consentEvent) bool { return e.source == "keyword" && e.position < last[e.conversation] })
	slices.SortStableFunc(mine, func(a, b consentEvent) int { return a.at.Compare(b.at) })
	now := consentUnknown
	for _, e := range mine {
		switch {
		case e.kind == ConsentOptOut && e.byPerson():
			now = stopped
		case e.kind == ConsentOptOut && now != stopped:
			now = optedOut
		case e.kind == ConsentOptIn && (now != stopped || e.proof()):
			now = optedIn
		}
	}
	return now
}

// consentOf returns the consent of numbers towards all our senders. A person who told
// one sender to stop, from any of the numbers, has opted out.
func consentOf(events []consentEvent, numbers []string) consentState {
	senders := []string{}
	for _, e := range events {
		if e.sender != "" && slices.ContainsFunc(numbers, func(number string) bool { return phonenumber.Same(number, e.number) }) {
			senders = append(senders, e.sender)
		}
	}
	slices.Sort(senders)
	if senders = slices.Compact(senders); len(senders) == 0 {
		senders = []string{""}
	}
	var all []consentState
	for _, number := range numbers {
		for _, sender := range senders {
			all = append(all, replay(events, number, sender))
		}
	}
	if len(all) == 0 {
		return consentUnknown
	}
	return slices.MaxFunc(all, cmp.Compare[consentState])
}

// allowed applies the consent rule (docs/messages.md). A STOP from one of the numbers
// blocks, with or without a contact. A contact blocks if opted out or marked do not
// call. If there are contacts, one of them must have opted in. A number without a
// contact may be answered. With StrictOptIn, all must have opted in.
func allowed(s State) error {
	phones, _ := s.Conversation.Fields["contact_phones"].([]string)
	blocked := fault.New(fault.Invalid, consentDetail)
	events := consentEvents(s.Consents)
	anyIn := false
	for _, number := range phones {
		now := replay(events, number, s.Sender)
		if now == stopped || now == optedOut || s.Rules.StrictOptIn && len(s.Contacts) == 0 && now != optedIn {
			return blocked
		}
		anyIn = anyIn || now == optedIn
	}
	anyIn = anyIn && len(s.Contacts) == 0
	for _, c := range s.Contacts {
		if dnc, _ := c.Bool("do_not_call"); dnc {
			return fault.New(fault.Invalid, "A contact with this number asked not to be called or texted.")
		}
		in, set := c.Bool("sms_opt_in")
		if set && !in || s.Rules.StrictOptIn && !in {
			return blocked
		}
		anyIn = anyIn || in
	}
	if len(s.Contacts) > 0 && !anyIn {
		return blocked
	}
	return nil
}

func consentEvents(records []row.Record) []consentEvent {
	out := make([]consentEvent, len(records))
	for i, r := range records {
		out[i] = consentEventOf(r)
	}
	return out
}

// numbersOf returns a contact's numbers.
func numbersOf(fields row.Fields) []string {
	var out []string
	for _, field := range []string{"phone", "second_phone"} {
		var phone struct {
			Number string `json:"phone_number"`
		}
		r := row.Record{Fields: fields}
		if r.JSON(field, &phone) == nil && phone.Number != "" && !slices.Contains(out, phone.Number) {
			out = append(out, phone.Number)
		}
	}
	return out
}
