package accounts

import (
	"context"
	"strings"
	"time"
	"unicode/utf8"

	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Client is where a sign-in comes from.
type Client struct {
	Address   string // network address, without port
	UserAgent string
	// Device is what an earlier sign-in of this browser gave it, "" for none.
	Device string
	// Organization is the one to sign in to, "" where the account has only one.
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
	// named none: then no session was opened and all else is empty.
	Choices []Membership
}

const (
	maxUserName  = 254
	maxUserAgent = 300
)

var errSignIn = fault.New(fault.Unauthenticated, "The e-mail address or the password is not right.")

// SignIn checks an e-mail address and a password and opens a session. Every
// failure is the same fault.Unauthenticated; too many are fault.Limited with
// RetryAfter (OWASP ASVS 5.0, 6.3.1 and 6.3.8).
func (s *Service) SignIn(ctx context.Context, email, password string, client Client) (Tokens, error) {
	wellFormed := utf8.ValidString(email) && !strings.ContainsRune(email, 0)
	email = strings.ToLower(strings.TrimSpace(email))
	if email == "" || len(email) > maxUserName || !wellFormed {
		return Tokens{}, fault.Field("username", "Please give an e-mail address")
	}
	if password == "" || len(password) > maxPassword {
		return Tokens{}, fault.Field("password", "Please give a password of at most %d bytes", maxPassword)
	}
	account, err := s.prove(ctx, email, password, client)
	if err != nil {
		return Tokens{}, err
	}
	tokens, err := s.enter(ctx, &account, client)
	if err != nil {
		return Tokens{}, err
	}
	tokens.Device = s.keys.rememberDevice(client.Device, email, s.Now())
	return tokens, nil
}

// prove finds the account whose e-mail address, in lower case, and password these
// are. Each call is a guess.
func (s *Service) prove(ctx context.Context, email, password string, client Client) (Account, error) {
	attempt, err := s.guess(ctx, email, client)
	if err != nil {
		return Account{}, err
	}
	account, err := s.Store.AccountByEmail(ctx, email)
	if err != nil && !fault.Is(err, fault.NotFound) {
		return Account{}, err
	}
	phc := account.PasswordHash
	if !account.Active {
		phc = ""
	}
	fits, stale, err := s.hasher.verify(ctx, phc, password)
	if err != nil {
		return Account{}, err
	}
	if !fits {
		return Account{}, errSignIn
	}
	attempt.succeeded(ctx)
	if stale {
		if fresh, err := s.hasher.hash(ctx, password); err == nil {
			// The old hash still fits; the next sign-in tries again.
			_ = s.Store.SetPassword(ctx, account.ID, fresh)
		}
	}
	return account, nil
}

// open makes the session and its first tokens.
func (s *Service) open(ctx context.Context, inputs access.Inputs, client Client) (Tokens, error) {
	now := s.Now().UTC().Truncate(time.Millisecond)
	session := id.New()
	secret := s.keys.newSecret(session)
	expires := now.Add(s.SessionLife)
	opened := s.opening(session, inputs, client, now, expires)
	opened.Set["refresh_hash"] = hashSecret(secret)
	err := s.commit(ctx, row.Change{Organization: inputs.Organization, By: inputs.User, Writes: []row.Write{opened}})
	if err != nil {
		return Tokens{}, err
	}
	return s.tokens(inputs.Organization, session, inputs.User, secret, expires)
}

// opening is the record of a new session, without a refresh token.
func (s *Service) opening(session id.ID, inputs access.Inputs, client Client, now, expires time.Time) row.Write {
	agent := strings.ToValidUTF8(strings.ReplaceAll(client.UserAgent, "\x00", ""), "")
	if len(agent) > maxUserAgent {
		agent = strings.ToValidUTF8(agent[:maxUserAgent], "")
	}
	return row.Write{
		Object: "session", ID: session, Op: entry.Created, Cause: "session.opened",
		Set: row.Fields{
			"name": inputs.Name, "user": inputs.User, "last_seen": now, "ip": client.Address, "user_agent": agent,
			"expires_date": expires,
		},
	}
}

// tokens makes the answer; secret "" leaves the refresh token out.
func (s *Service) tokens(organization, session, user id.ID, secret string, expires time.Time) (Tokens, error) {
	text, err := s.keys.issue(organization, session, user, s.Now(), s.AccessLife)
	if err != nil {
		return Tokens{}, err
	}
	t := Tokens{
		Access: text, ExpiresIn: s.AccessLife, RefreshExpires: expires,
		Organization: organization, User: user, Session: session,
	}
	if secret != "" {
		t.Refresh = refreshToken{organization, session, secret}.String()
	}
	return t, nil
}

func (s *Service) commit(ctx context.Context, change row.Change) error {
	_, err := s.Store.Commit(ctx, change)
	return err
}
