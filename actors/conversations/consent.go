package conversations

import (
	"strings"

	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/row"
)

// consentDetail is the specified sentence of a conversation where consent forbids
// sending (D2§5).
const consentDetail = "One or more contacts have not opted in to receive SMS messages. Please ensure compliance with relevant regulations."

// keyword tells whether a text is a consent keyword, and which way: carriers take
// a message as one only when it consists of the word.
func keyword(body string) (optIn, found bool) {
	switch strings.ToUpper(strings.TrimSpace(body)) {
	case "STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT":
		return false, true
	case "START", "YES", "UNSTOP":
		return true, true
	default:
		return false, false
	}
}

// consent gives the write that a keyword of a known contact leads to.
func consent(contact Person, body string) []row.Write {
	optIn, found := keyword(body)
	if !found || contact.ID == "" {
		return nil
	}
	cause := "contact.opted_out"
	if optIn {
		cause = "contact.opted_in"
	}
	return []row.Write{{
		Object: "contact", ID: contact.ID, Op: entry.Updated, Set: row.Fields{"sms_opt_in": optIn}, Cause: cause,
	}}
}

// allowed applies the rule of consent (decision 85): a contact that opted out
// blocks; where there are contacts and none has opted in, blocked too; a number
// that is nobody's contact may be answered.
func allowed(contacts []row.Record) error {
	anyIn := false
	for _, c := range contacts {
		in, set := c.Bool("sms_opt_in")
		if set && !in {
			return fault.New(fault.Invalid, consentDetail)
		}
		anyIn = anyIn || in
	}
	if len(contacts) > 0 && !anyIn {
		return fault.New(fault.Invalid, consentDetail)
	}
	return nil
}
