package mail

import (
	"context"
	netmail "net/mail"
	"strings"

	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// Letter is one message to one person.
type Letter struct {
	ID id.ID
	// Organization is the one on whose behalf it is written.
	Organization id.ID
	To           string // an address, without a name
	Subject      string
	// Text and HTML say the same.
	Text string
	HTML string
}

// Mail sends letters.
type Mail interface {
	// Send hands the letter over. fault.Unavailable is worth another try later; any
	// other error is final.
	Send(ctx context.Context, l Letter) error
}

// maxSubject bounds a subject, in bytes, so that its line stays within what mail
// servers take (RFC 5322 §2.1.1) when it is encoded.
const maxSubject = 300

// Check returns the letter as every implementation sends it: its subject on one line.
// fault.Invalid for an address that can't be written to.
func Check(l Letter) (Letter, error) {
	parsed, err := netmail.ParseAddress(l.To)
	if err != nil || parsed.Address != l.To || strings.ContainsAny(l.To, "\r\n\x00") {
		return l, fault.Field("email", "The address %q is not one that mail can be sent to.", l.To)
	}
	l.Subject = strings.Join(strings.Fields(strings.ToValidUTF8(strings.ReplaceAll(l.Subject, "\x00", ""), "")), " ")
	if len(l.Subject) > maxSubject {
		l.Subject = strings.ToValidUTF8(l.Subject[:maxSubject], "") + "…"
	}
	return l, nil
}
