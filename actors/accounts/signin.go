package accounts

import (
	"context"
	"strings"
	"time"
	"unicode/utf8"

	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// Client is where a sign-in comes from.
type Client struct {
	Address   string // network address, without port
	UserAgent string
	// Device is what an earlier sign-in of this browser gave it, "" for none.
	Device string
	// Trust is what an earlier sign-in of this browser gave it, "" for none.
	Trust string
	// Organization is the one to sign in to, "" if the account has only one.
	Organization id.ID
}

// Tokens are what a sign-in or a refresh gives.
type Tokens struct {
	Access         string
	ExpiresIn      time.Duration
	Refresh        string
	RefreshExpires time.Time
	Organization   id.ID
	User           id.ID
	Session        id.ID
	// Device is for the browser to keep for DeviceLife: it shows that it signed in to
	// this account before.
	Device string
	// Choices are the account's places where there are several and the client
	// named none: then no session was opened and all else but Ticket is empty.
	Choices []Membership
	// Ticket is for the second step of a sign-in (SignIns.Prove), where the account has a second
	// factor: then no session was opened either. TicketLife is how long it is good.
	Ticket     string
	TicketLife time.Duration
	// Trust shows for TrustLife that the browser needs no code; "" if its user does not trust it.
	Trust string
	// MustSetUp reports that the session is good only for setting up a second factor.
	MustSetUp bool
}

const maxUserName = 254

var errSignIn = fault.New(fault.Unauthenticated, "The e-mail address or the password is not right.")

// SignIns lets people in who prove who they are, to the organizations that they are
// members of.
type SignIns struct {
	store    Store
	names    Names
	rules    Rules
	prover   *prover
	factors  *SecondFactors
	sessions *Sessions
}

// SignIn checks an e-mail address and a password and opens a session. Every
// failure is the same fault.Unauthenticated; too many are fault.Limited with
// RetryAfter (OWASP ASVS 5.0, 6.3.1 and 6.3.8).
func (s *SignIns) SignIn(ctx context.Context, email, password string, client Client) (Tokens, error) {
	wellFormed := utf8.ValidString(email) && !strings.ContainsRune(email, 0)
	email = strings.ToLower(strings.TrimSpace(email))
	if email == "" || len(email) > maxUserName || !wellFormed {
		return Tokens{}, fault.Field("username", "Please give an e-mail address")
	}
	if password == "" || len(password) > maxPassword {
		return Tokens{}, fault.Field("password", "Please give a password of at most %d bytes", maxPassword)
	}
	account, err := s.prover.prove(ctx, email, password, client)
	if err != nil {
		return Tokens{}, err
	}
	factor, err := s.store.SecondFactor(ctx, account.ID)
	if err != nil {
		return Tokens{}, err
	}
	if factor.IsOn() && !s.prover.trusts(&account, factor, client) {
		return s.ask(&account, factor, client), nil
	}
	tokens, err := s.enter(ctx, &account, factor, client)
	if err != nil {
		return Tokens{}, err
	}
	tokens.Device = s.prover.remember(client.Device, email)
	return tokens, nil
}
