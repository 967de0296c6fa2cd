package accounts

import (
	"context"
	"time"

	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

const (
	// viewLife is how long a superuser sees the product as another user.
	viewLife = 30 * time.Minute

	viewingField      = "viewing"
	viewingUntilField = "viewing_until"
)

// Views let superusers see the product as another user of their organization. A view belongs to
// the superuser's session: its tokens are those of the other user, and nothing can be changed by
// them (access.Principal.Viewer). It ends by itself, with the session, and with the rights of the
// superuser.
type Views struct {
	store    Store
	sessions *Sessions
}

// view is the user that a session sees the product as, "" for none.
type view struct {
	user  id.ID
	until time.Time
}

// view reads the view of a session: none if it is over, if the session's user is no superuser any
// more, or if the other user became inactive or a superuser.
func (s *Sessions) view(ctx context.Context, organization id.ID, session row.Record) (view, error) {
	v := view{session.Lookup(viewingField), session.Time(viewingUntilField)}
	if v.user == "" || !s.now().Before(v.until) {
		return view{}, nil
	}
	owner, isActive, err := s.store.UserInputs(ctx, organization, session.Lookup("user"))
	if err != nil {
		return view{}, endedIfGone(err)
	}
	if !isActive || !owner.Superuser {
		return view{}, nil
	}
	other, isActive, err := s.store.UserInputs(ctx, organization, v.user)
	if fault.Is(err, fault.NotFound) || err == nil && (!isActive || other.Superuser) {
		return view{}, nil
	}
	return v, err
}

// Begin has the principal's session see the product as another user, and returns its tokens. The
// audit records it. Errors: fault.Forbidden, NotFound, Conflict.
func (v *Views) Begin(ctx context.Context, p *access.Principal, user id.ID) (Tokens, error) {
	if !p.Superuser {
		return Tokens{}, fault.New(fault.Forbidden, "Only superusers can view as another user.")
	}
	if p.User == user {
		return Tokens{}, fault.Field("user", "You can't view as yourself")
	}
	record, err := v.store.Get(ctx, p.Organization, "user", user)
	if err != nil {
		return Tokens{}, err
	}
	if row.IsProgram(record.Text("email")) {
		return Tokens{}, fault.Field("user", "This user is a program. You can only view as a person")
	}
	other, isActive, err := v.store.UserInputs(ctx, p.Organization, user)
	switch {
	case err != nil:
		return Tokens{}, err
	case other.Superuser:
		return Tokens{}, fault.New(fault.Forbidden, "You can't view as another superuser.")
	case !isActive:
		return Tokens{}, fault.New(fault.Conflict, "This user is inactive.")
	}
	until := v.sessions.now().UTC().Truncate(time.Millisecond).Add(viewLife)
	return v.change(ctx, p.Organization, p.User, p.Session, user, "session.view_began", row.Fields{viewingField: user, viewingUntilField: until})
}

// End ends the view of the principal's session, and returns the tokens of the superuser.
// fault.Conflict without a view.
func (v *Views) End(ctx context.Context, p *access.Principal) (Tokens, error) {
	if p.Viewer == "" {
		return Tokens{}, fault.New(fault.Conflict, "You are not viewing as another user.")
	}
	return v.change(ctx, p.Organization, p.Viewer, p.Session, p.User, "session.view_ended", row.Fields{viewingField: nil, viewingUntilField: nil})
}

// Until returns the name of the superuser whose view the principal is, and when it ends.
func (v *Views) Until(ctx context.Context, p *access.Principal) (viewer string, until time.Time, err error) {
	session, err := v.store.Get(ctx, p.Organization, "session", p.Session)
	if err != nil {
		return "", time.Time{}, endedIfGone(err)
	}
	return session.Text("name"), session.Time(viewingUntilField), nil
}

func (v *Views) change(ctx context.Context, organization, by, session, user id.ID, cause string, set row.Fields) (Tokens, error) {
	err := raced(func() error {
		record, err := v.store.Get(ctx, organization, "session", session)
		if err != nil {
			return endedIfGone(err)
		}
		if record.Text("refresh_hash") == "" {
			return fault.New(fault.Forbidden, "A program can't view as another user.")
		}
		return v.store.Together(ctx, func(ctx context.Context) error {
			err := commit(ctx, v.store, row.Change{Organization: organization, By: by, Writes: []row.Write{{
				Object: "session", ID: session, Op: entry.Updated, Expect: record.Version, Cause: cause, Set: set,
			}}})
			if err != nil {
				return err
			}
			return v.store.Happened(ctx, row.Happening{Organization: organization, Object: "session", Cause: cause, Actor: by, Fields: row.Fields{"user": user}})
		})
	})
	if err != nil {
		return Tokens{}, err
	}
	v.sessions.cache.dropSession(organization, session)
	record, err := v.store.Get(ctx, organization, "session", session)
	if err != nil {
		return Tokens{}, endedIfGone(err)
	}
	return v.sessions.renewed(ctx, refreshToken{organization: organization, session: session}, record, "")
}
