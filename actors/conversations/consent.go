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

// consentDetail is what people read where consent forbids sending.
const consentDetail = "One or more contacts have not opted in to receive SMS messages. Please ensure compliance with relevant regulations."

// keyword returns the kind of consent event that a text stands for, or "" for a text that is
// no keyword of the provider.
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

// consentState is what all that was said about a number comes to.
type consentState int

const (
	unasked consentState = iota
	optedIn
	optedOut
	// stopped is an opting out by the person himself: only his START or a recorded
	// proof ends it.
	stopped
)

// value is the state as a contact shows it: nil where nobody was asked.
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

// said is a consent event.
type said struct {
	number, sender string
	kind, source   string
	at             time.Time
	conversation   id.ID
	position       int64
}

func saidOf(r row.Record) said {
	return said{
		number: r.Text("number"), sender: r.Text("sender"), kind: r.Text("kind"), source: r.Text("source"),
		at: r.Time("at"), conversation: r.Lookup("conversation"), position: r.Int("position"),
	}
}

// himself tells whether the person said it himself, by a text from the number or to the
// provider.
func (e said) himself() bool { return e.source == "keyword" || e.source == "provider_21610" }

// proof tells whether there is evidence of what was said. Only such an opting in ends a
// STOP.
func (e said) proof() bool { return e.himself() || e.source == "form" || e.source == "verbal" }

// fold tells how a number stands towards a sender of ours, from all events in any
// order. Of one conversation the provider's index says which word was the last:
// webhooks come late and overtake each other.
func fold(events []said, number, sender string) consentState {
	last := map[id.ID]int64{}
	var mine []said
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
	mine = slices.DeleteFunc(mine, func(e said) bool { return e.source == "keyword" && e.position < last[e.conversation] })
	slices.SortStableFunc(mine, func(a, b said) int { return a.at.Compare(b.at) })
	now := unasked
	for _, e := range mine {
		switch {
		case e.kind == ConsentOptOut && e.himself():
			now = stopped
		case e.kind == ConsentOptOut && now != stopped:
			now = optedOut
		case e.kind == ConsentOptIn && (now != stopped || e.proof()):
			now = optedIn
		}
	}
	return now
}

// consentOf is how numbers stand towards all our senders: who told one of them to
// stop, by any of his numbers, has opted out.
func consentOf(events []said, numbers []string) consentState {
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
			all = append(all, fold(events, number, sender))
		}
	}
	if len(all) == 0 {
		return unasked
	}
	return slices.MaxFunc(all, cmp.Compare[consentState])
}

// allowed applies the rule of consent (docs/messages.md): whoever stopped by one of the numbers blocks,
// whether he is a contact or not; a contact who opted out blocks, and one who is not
// to be called; where there are contacts and none has opted in, blocked too; a number
// that is nobody's contact may be answered. strict lets a text go only where all have
// opted in.
func allowed(s State) error {
	phones, _ := s.Conversation.Fields["contact_phones"].([]string)
	blocked := fault.New(fault.Invalid, consentDetail)
	events := saids(s.Consents)
	anyIn := false
	for _, number := range phones {
		now := fold(events, number, s.Sender)
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

func saids(records []row.Record) []said {
	out := make([]said, len(records))
	for i, r := range records {
		out[i] = saidOf(r)
	}
	return out
}

// numbersOf are a contact's numbers.
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
