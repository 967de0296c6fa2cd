package accounts

import (
	"context"
	"strings"
	"time"

	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

const maxUserAgent = 300

// Sessions opens sessions, renews them by their refresh tokens, and ends them.
type Sessions struct {
	store Store
	keys  *keys
	cache *principalCache
	now   func() time.Time
	// access is how long an access token is good, life when a session ends whatever is
	// done with it.
	access, life time.Duration
}

// open makes the session and its first tokens.
func (s *Sessions) open(ctx context.Context, inputs access.Inputs, client Client, mustSetUp bool) (Tokens, error) {
	now := s.now().UTC().Truncate(time.Millisecond)
	session := id.New()
	secret := s.keys.newSecret(session)
	expires := now.Add(s.life)
	opened := opening(session, inputs, client, now, expires)
	opened.Set["refresh_hash"] = hashSecret(secret)
	if mustSetUp {
		opened.Set[mustSetUpField] = true
	}
	err := commit(ctx, s.store, row.Change{Organization: inputs.Organization, By: inputs.User, Writes: []row.Write{opened}})
	if err != nil {
		return Tokens{}, err
	}
	tokens, err := s.tokens(inputs.Organization, session, inputs.User, secret, expires)
	tokens.MustSetUp = mustSetUp
	return tokens, err
}

// opening is the record of a new session, without a refresh token.
func opening(session id.ID, inputs access.Inputs, client Client, now, expires time.Time) row.Write {
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
func (s *Sessions) tokens(organization, session, user id.ID, secret string, expires time.Time) (Tokens, error) {
	return s.tokensFor(organization, session, user, secret, expires, s.access)
}

// tokensFor is tokens with another life of the access token.
func (s *Sessions) tokensFor(organization, session, user id.ID, secret string, expires time.Time, life time.Duration) (Tokens, error) {
	text, err := s.keys.issue(organization, session, user, s.now(), life)
	if err != nil {
		return Tokens{}, err
	}
	t := Tokens{
		Access: text, ExpiresIn: life, RefreshExpires: expires,
		Organization: organization, User: user, Session: session,
	}
	if secret != "" {
		t.Refresh = refreshToken{organization, session, secret}.String()
	}
	return t, nil
}

// leave ends the session that the principal acts in.
func (s *Sessions) leave(ctx context.Context, p *access.Principal, cause string) error {
	for range raceLimit {
		session, err := s.store.Get(ctx, p.Organization, "session", p.Session)
		if fault.Is(err, fault.NotFound) || err == nil && !s.isOpen(session) {
			return nil
		}
		if err != nil {
			return err
		}
		if err = s.end(ctx, p.Organization, session, cause); !fault.Is(err, fault.VersionConflict) {
			return err
		}
	}
	return fault.New(fault.Unavailable, "Please try again.").After(time.Second)
}
