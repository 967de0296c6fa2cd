package accounts

import (
	"context"
	"slices"
	"time"

	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// SignedIn is a session as people see it.
type SignedIn struct {
	ID      id.ID  `json:"id"`
	Browser string `json:"browser"`
	Address string `json:"address"`
	// Current is true for the session that asks.
	Current  bool      `json:"current"`
	Created  time.Time `json:"created"`
	LastSeen time.Time `json:"last_seen"`
	Expires  time.Time `json:"expires"`
}

// SignedInList is where a user is signed in.
type SignedInList struct {
	Data []SignedIn `json:"data"`
}

// maxSignedIn bounds the sessions that are listed.
const maxSignedIn = 100

// List returns the open sessions of a user, those seen last first: one's own, and those of others
// for who administers users. Errors: fault.Forbidden, NotFound.
func (s *Sessions) List(ctx context.Context, p *access.Principal, user id.ID) (SignedInList, error) {
	if err := s.mayEnd(ctx, p, user); err != nil {
		return SignedInList{}, err
	}
	found, err := s.store.Find(ctx, p.Organization, row.Query{
		Object: "session", Limit: maxSignedIn, Order: []row.Order{{Field: "id", Descending: true}},
		Where: []row.Condition{{Field: "user", Operator: "=", Value: user}, {Field: "revoked_date", Operator: "IS NULL"}},
	})
	if err != nil {
		return SignedInList{}, err
	}
	out := SignedInList{Data: []SignedIn{}}
	for _, session := range found {
		if s.isOpen(session) {
			out.Data = append(out.Data, SignedIn{
				ID: session.ID, Browser: session.Text("user_agent"), Address: session.Text("ip"), Current: session.ID == p.Session,
				Created: session.Time("created_date"), LastSeen: session.Time("last_seen"), Expires: session.Time("expires_date"),
			})
		}
	}
	slices.SortStableFunc(out.Data, func(a, b SignedIn) int { return b.LastSeen.Compare(a.LastSeen) })
	return out, nil
}

// End ends a session, at once on this node and within seconds on others. A session that is over
// stays so. Errors: fault.Forbidden, NotFound.
func (s *Sessions) End(ctx context.Context, p *access.Principal, session id.ID) error {
	return raced(func() error {
		found, err := s.store.Get(ctx, p.Organization, "session", session)
		if err != nil {
			return err
		}
		if err := s.mayEnd(ctx, p, found.Lookup("user")); err != nil {
			return err
		}
		if !s.isOpen(found) {
			return nil
		}
		return s.end(ctx, p.Organization, found, "session.ended")
	})
}

// mayEnd refuses who may not see and end a user's sessions: those of superusers are for superusers.
func (s *Sessions) mayEnd(ctx context.Context, p *access.Principal, user id.ID) error {
	record, err := s.store.Get(ctx, p.Organization, "user", user)
	if err != nil {
		return err
	}
	isSuperuser, _ := record.Bool("is_superuser")
	if p.User == user || p.Superuser || !isSuperuser && slices.Contains(p.System(), access.AdministerUsers) {
		return nil
	}
	return fault.New(fault.Forbidden, "Only the user, or who administers users, may see and end these sessions.")
}
