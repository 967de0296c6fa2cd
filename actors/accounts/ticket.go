package accounts

import (
	"encoding/base64"
	"encoding/json"
	"time"

	"switchboard/storage/id"
	"switchboard/storage/row"
)

// ticketLife is how long a person may take between the two steps of a sign-in.
const (
	ticketLife = 5 * time.Minute
	maxTicket  = 1 << 10
)

// ticket is what a sign-in knows between its steps: who proved what. It is sealed, good for the
// next step alone, and void once the password or the second factor changed.
type ticket struct {
	Account id.ID  `json:"account"`
	Proof   string `json:"proof"`
	// Passed says that a code was accepted: what is left is to choose an organization.
	Passed bool `json:"passed,omitempty"`
	// Trust says that the browser is not to be asked again.
	Trust        bool      `json:"trust,omitempty"`
	Organization id.ID     `json:"organization,omitempty"`
	Until        time.Time `json:"until"`
}

var ticketUse = []byte("sign-in")

// proofOf names a password and a second factor: it changes with either.
func proofOf(account *Account, factor row.SecondFactor) string {
	return hashSecret(string(factor.Factor) + " " + account.PasswordHash)[:32]
}

func (k *keys) sealTicket(t ticket) (string, error) {
	plain, err := json.Marshal(t)
	if err != nil {
		return "", err
	}
	return base64.RawURLEncoding.EncodeToString(k.ticket.Seal(nil, nil, plain, ticketUse)), nil //nolint:gosec // this AEAD draws its own nonce and takes none
}

// openTicket reads a ticket that is still good.
func (k *keys) openTicket(text string, now time.Time) (t ticket, ok bool) {
	if len(text) > maxTicket {
		return t, false
	}
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return t, false
	}
	plain, err := k.ticket.Open(nil, nil, raw, ticketUse)
	return t, err == nil && json.Unmarshal(plain, &t) == nil && now.Before(t.Until)
}
