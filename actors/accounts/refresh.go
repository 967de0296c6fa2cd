package accounts

import (
	"context"
	"crypto/subtle"
	"slices"
	"time"

	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

var errEnded = fault.New(fault.Unauthenticated, "Your sign-in has ended. Please sign in again.")

// rotationGrace is how long a replaced refresh token stays good.
const rotationGrace = 30 * time.Second

// raceLimit bounds how often a lost race for a session's row is run again.
const raceLimit = 5

// Refresh exchanges a refresh token for new tokens and rotates it: the form that
// browsers use, with a cookie. The token that was replaced last stays good for 30
// seconds and gets the same successor, since two tabs may refresh at once; any other
// token that was once ours ends the session. A bad token is fault.Unauthenticated.
func (s *Sessions) Refresh(ctx context.Context, token string) (Tokens, error) {
	for range raceLimit {
		tokens, err := s.refreshOnce(ctx, token, true)
		if !fault.Is(err, fault.VersionConflict) {
			return tokens, err
		}
	}
	return Tokens{}, fault.New(fault.Unavailable, "Too many refreshes at once. Please try again.").After(time.Second)
}

// Renew exchanges a refresh token for an access token and leaves it as it is:
// the body form of REST clients.
func (s *Sessions) Renew(ctx context.Context, token string) (Tokens, error) {
	return s.refreshOnce(ctx, token, false)
}

func (s *Sessions) refreshOnce(ctx context.Context, text string, rotate bool) (Tokens, error) {
	token, session, err := s.session(ctx, text)
	if err != nil {
		return Tokens{}, err
	}
	user := session.Lookup("user")
	if _, active, err := s.store.UserInputs(ctx, token.organization, user); fault.Is(err, fault.NotFound) || err == nil && !active {
		return Tokens{}, s.endFor(ctx, token.organization, session, "session.user_disabled")
	} else if err != nil {
		return Tokens{}, err
	}
	hash := hashSecret(token.secret)
	switch {
	case same(hash, session.Text("refresh_hash")):
		if !rotate {
			return s.renewed(ctx, token, session, "")
		}
		secret, err := s.rotate(ctx, token, session, hash)
		if err != nil {
			return Tokens{}, err
		}
		return s.renewed(ctx, token, session, secret)
	case same(hash, session.Text("previous_hash")) && s.now().Sub(session.Time("rotated_date")) <= rotationGrace:
		if !rotate {
			return s.renewed(ctx, token, session, "")
		}
		secret, err := s.keys.openSuccessor(token.session, session.Text("successor"))
		if err != nil {
			return Tokens{}, s.endFor(ctx, token.organization, session, "session.reused")
		}
		return s.renewed(ctx, token, session, secret)
	case s.keys.ours(token.session, token.secret):
		// Ours, but replaced long ago: somebody kept a copy.
		return Tokens{}, s.endFor(ctx, token.organization, session, "session.reused")
	default:
		return Tokens{}, errEnded
	}
}

// renewed makes the answer to a refresh of a session: for the user that it sees the product as,
// where there is one.
func (s *Sessions) renewed(ctx context.Context, token refreshToken, session row.Record, secret string) (Tokens, error) {
	view, err := s.view(ctx, token.organization, session)
	if err != nil {
		return Tokens{}, err
	}
	user, life := session.Lookup("user"), s.access
	if view.user != "" {
		user, life = view.user, min(life, view.until.Sub(s.now()))
	}
	return s.tokensFor(token.organization, token.session, user, secret, session.Time("expires_date"), life)
}

// session finds the live session a refresh token names.
func (s *Sessions) session(ctx context.Context, text string) (refreshToken, row.Record, error) {
	token, ok := parseRefresh(text)
	if !ok {
		return token, row.Record{}, errEnded
	}
	session, err := s.store.Get(ctx, token.organization, "session", token.session)
	if fault.Is(err, fault.NotFound) {
		return token, row.Record{}, errEnded
	}
	if err != nil {
		return token, row.Record{}, err
	}
	if !s.isOpen(session) {
		return token, row.Record{}, errEnded
	}
	return token, session, nil
}

// isOpen reports whether a session is neither revoked nor over.
func (s *Sessions) isOpen(session row.Record) bool {
	return session.Time("revoked_date").IsZero() && s.now().Before(session.Time("expires_date"))
}

func (s *Sessions) rotate(ctx context.Context, token refreshToken, session row.Record, hash string) (string, error) {
	secret := s.keys.newSecret(token.session)
	now := s.now().UTC().Truncate(time.Millisecond)
	err := commit(ctx, s.store, row.Change{
		Organization: token.organization, By: session.Lookup("user"),
		Writes: []row.Write{{
			Object: "session", ID: token.session, Op: entry.Updated, Expect: session.Version, Cause: "session.refreshed", Quiet: true,
			Set: row.Fields{
				"refresh_hash": hashSecret(secret), "previous_hash": hash, "rotated_date": now, "last_seen": now,
				"successor": s.keys.sealSuccessor(token.session, secret),
			},
		}},
	})
	return secret, err
}

// Revoke ends the session of a refresh token (sign-out). A token that is not good
// any more is no error: the end is what was asked for.
func (s *Sessions) Revoke(ctx context.Context, text string) error {
	for range raceLimit {
		token, session, err := s.session(ctx, text)
		if fault.Is(err, fault.Unauthenticated) || err == nil && !s.keys.ours(token.session, token.secret) {
			return nil
		}
		if err != nil {
			return err
		}
		if err = s.end(ctx, token.organization, session, "session.signed_out"); !fault.Is(err, fault.VersionConflict) {
			return err
		}
	}
	return fault.New(fault.Unavailable, "Please try again.").After(time.Second)
}

func (s *Sessions) endFor(ctx context.Context, organization id.ID, session row.Record, cause string) error {
	if err := s.end(ctx, organization, session, cause); err != nil {
		return err
	}
	return errEnded
}

func (s *Sessions) end(ctx context.Context, organization id.ID, session row.Record, cause string) error {
	now := s.now().UTC().Truncate(time.Millisecond)
	err := commit(ctx, s.store, row.Change{
		Organization: organization, By: session.Lookup("user"),
		Writes: []row.Write{{
			Object: "session", ID: session.ID, Op: entry.Updated, Expect: session.Version, Cause: cause,
			Set: row.Fields{"revoked_date": now, "successor": nil},
		}},
	})
	if err == nil {
		s.cache.dropSession(organization, session.ID)
	}
	return err
}

// EndSessions ends every open session of a user: on deactivation, a change of password, or an
// administrator's request (ASVS 7.4.2 to 7.4.5).
func (s *Sessions) EndSessions(ctx context.Context, organization, user id.ID, cause string) error {
	return s.endSessions(ctx, organization, user, "", cause)
}

// endOthers ends the sessions of an account in all its organizations because its
// password changed. The session kept stays open; "" keeps none.
func (s *Sessions) endOthers(ctx context.Context, account *Account, kept id.ID, cause string) error {
	for _, place := range account.Memberships {
		if err := s.endSessions(ctx, place.Organization, place.User, kept, cause); err != nil {
			return err
		}
	}
	return nil
}

func (s *Sessions) endSessions(ctx context.Context, organization, user, kept id.ID, cause string) error {
	for {
		open, err := s.store.Find(ctx, organization, row.Query{
			Object: "session", Limit: 100,
			Where: []row.Condition{
				{Field: "user", Operator: "=", Value: user}, {Field: "revoked_date", Operator: "IS NULL"},
			},
		})
		if err != nil {
			return err
		}
		open = slices.DeleteFunc(open, func(session row.Record) bool { return session.ID == kept })
		if len(open) == 0 {
			return nil
		}
		for _, session := range open {
			if err := s.end(ctx, organization, session, cause); err != nil && !fault.Is(err, fault.VersionConflict) {
				return err
			}
		}
	}
}

func same(a, b string) bool {
	return b != "" && subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1
}
