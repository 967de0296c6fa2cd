package accounts

import (
	"context"
	"time"

	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// Authenticate tells on whose behalf an access token speaks and until when it is
// good. Session and user are checked each time, or were within the last five
// seconds. A bad or ended one is fault.Unauthenticated.
func (s *Service) Authenticate(ctx context.Context, token string) (access.Principal, time.Time, error) {
	now := s.Now()
	claims, err := s.keys.verify(token, now)
	if err != nil {
		return access.Principal{}, time.Time{}, err
	}
	expires := claims.ExpiresAt.Time
	user := id.ID(claims.Subject)
	if p, ok := s.cache.get(claims.Organization, claims.Session, user, now); ok {
		return p, expires, nil
	}
	mark := s.cache.begin(claims.Organization)
	defer s.cache.end(mark)
	p, err := s.load(ctx, claims.Organization, claims.Session, user)
	if err != nil {
		return access.Principal{}, time.Time{}, err
	}
	s.cache.put(mark, p, now)
	return p, expires, nil
}

// Reload gives a principal's rights anew, for sockets that stay open over a change
// of rights. A session or user that ended is fault.Unauthenticated.
func (s *Service) Reload(ctx context.Context, p *access.Principal) (access.Principal, error) {
	return s.load(ctx, p.Organization, p.Session, p.User)
}

func (s *Service) load(ctx context.Context, organization, session, user id.ID) (access.Principal, error) {
	record, err := s.Store.Get(ctx, organization, "session", session)
	if err != nil {
		return access.Principal{}, endedIfGone(err)
	}
	if !s.isOpen(record) || record.Lookup("user") != user {
		return access.Principal{}, errEnded
	}
	inputs, active, err := s.Store.UserInputs(ctx, organization, user)
	if err != nil {
		return access.Principal{}, endedIfGone(err)
	}
	if !active {
		return access.Principal{}, errEnded
	}
	inputs.Organization, inputs.User, inputs.Session = organization, user, session
	registry, err := s.Store.Registry(ctx, organization)
	if err != nil {
		return access.Principal{}, err
	}
	return access.Build(registry, inputs), nil
}

func endedIfGone(err error) error {
	if fault.Is(err, fault.NotFound) {
		return errEnded
	}
	return err
}

// Append follows the log (eventlog.Follower): what it tells of sessions, users
// and rights takes effect at once. It never blocks.
func (s *Service) Append(organization id.ID, entries []entry.Entry) {
	for i := range entries {
		s.Invalidate(organization, &entries[i])
	}
}

// Serves implements eventlog.Selective. The sessions of a deactivated user are ended by
// the node whose relay leads, which is told everything.
func (s *Service) Serves(organization id.ID) bool { return s.cache.serves(organization, s.Now()) }

// Invalidate forgets what an entry made untrue, and marks the sessions of a user
// who was deactivated or removed for their end (Run carries it out).
func (s *Service) Invalidate(organization id.ID, e *entry.Entry) {
	switch e.Object {
	case "session":
		s.cache.dropSession(organization, e.ID)
	case "permission", "team", "schema":
		s.cache.dropAll(organization)
	case "user":
		if e.Op == entry.Bulk {
			s.cache.dropAll(organization)
			return
		}
		if e.Op != entry.Removed && !e.Changed("is_active") && !e.Changed("is_superuser") &&
			!e.Changed("permissions") && !e.Changed("teams") && !e.Changed("name") {
			return
		}
		s.cache.dropUser(organization, e.ID)
		if e.Op == entry.Removed || string(e.After["is_active"]) == "false" {
			select {
			case s.ended <- endedUser{organization, e.ID}:
			default: // refused all the same: each check reads the user's state
			}
		}
	}
}

// Run ends the sessions of users who were deactivated, until ctx ends. report
// gets what went wrong.
func (s *Service) Run(ctx context.Context, report func(error)) {
	for {
		select {
		case <-ctx.Done():
			return
		case gone := <-s.ended:
			if err := s.EndSessions(ctx, gone.organization, gone.user, "session.user_disabled"); err != nil && ctx.Err() == nil {
				report(err)
			}
		}
	}
}
