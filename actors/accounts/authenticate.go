package accounts

import (
	"context"
	"log/slog"
	"time"

	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Principals knows on whose behalf tokens speak, and with what rights.
type Principals struct {
	store    Store
	uses     Uses // nil where every organization uses every feature
	keys     *keys
	cache    *principalCache
	sessions *Sessions
	now      func() time.Time
	log      *slog.Logger
	ended    chan endedUser
	used     chan endedUser // keys whose last_used Run brings up to date
}

type endedUser struct{ organization, user id.ID }

// Authenticate tells on whose behalf an access token speaks and until when it is
// good. Session and user are checked each time, or were within the last five
// seconds. A bad or ended one is fault.Unauthenticated.
//
// A session that is good only for setting up a second factor is fault.SecondFactor.
func (a *Principals) Authenticate(ctx context.Context, token string) (access.Principal, time.Time, error) {
	return a.authenticate(ctx, token, false)
}

// AuthenticateAny is Authenticate for what a session that must set up a second factor may do too.
func (a *Principals) AuthenticateAny(ctx context.Context, token string) (access.Principal, error) {
	p, _, err := a.authenticate(ctx, token, true)
	return p, err
}

func (a *Principals) authenticate(ctx context.Context, token string, isAny bool) (access.Principal, time.Time, error) {
	now := a.now()
	claims, err := a.keys.verify(token, now)
	if err != nil {
		return access.Principal{}, time.Time{}, err
	}
	expires := claims.ExpiresAt.Time
	user := id.ID(claims.Subject)
	if p, ok := a.cache.get(claims.Organization, claims.Session, user, now); ok {
		return p, expires, nil
	}
	mark := a.cache.begin(claims.Organization)
	defer a.cache.end(mark)
	p, mustSetUp, err := a.load(ctx, claims.Organization, claims.Session, user)
	if err == nil && mustSetUp && !isAny {
		err = errMustSetUp
	}
	if err != nil {
		return access.Principal{}, time.Time{}, err
	}
	if !mustSetUp {
		a.cache.put(mark, p, now)
	}
	return p, expires, nil
}

// Reload returns a principal's rights again, for sockets that stay open over a change of rights.
// A session or user that ended is fault.Unauthenticated.
func (a *Principals) Reload(ctx context.Context, p *access.Principal) (access.Principal, error) {
	fresh, mustSetUp, err := a.load(ctx, p.Organization, p.Session, p.User)
	if err == nil && mustSetUp {
		err = errMustSetUp
	}
	return fresh, err
}

// Forget has the rights in an organization read again: its objects have changed.
func (a *Principals) Forget(organization id.ID) { a.cache.dropAll(organization) }

// load reads a session's principal. mustSetUp reports that the session is good only for setting up
// a second factor.
func (a *Principals) load(ctx context.Context, organization, session, user id.ID) (p access.Principal, mustSetUp bool, err error) {
	record, err := a.store.Get(ctx, organization, "session", session)
	if err != nil {
		return p, false, endedIfGone(err)
	}
	if !a.sessions.isOpen(record) {
		return p, false, errEnded
	}
	owner := record.Lookup("user")
	view, err := a.sessions.view(ctx, organization, record)
	if err != nil {
		return p, false, err
	}
	if view.user != "" {
		if view.user != user {
			return p, false, errEnded // a token from before; a refresh gives the right one
		}
		p, err = a.rightsOf(ctx, organization, session, user)
		p.Viewer = owner
		return p, false, err
	}
	if owner != user {
		return p, false, errEnded
	}
	if record.Text("refresh_hash") == "" { // a key's session
		select {
		case a.used <- endedUser{organization, user}:
		default: // the next request notes it
		}
	}
	if must, _ := record.Bool(mustSetUpField); must {
		if mustSetUp, err = a.lacksFactor(ctx, organization, user); err != nil {
			return p, false, err
		}
	}
	p, err = a.rightsOf(ctx, organization, session, user)
	return p, mustSetUp, err
}

// lacksFactor reports whether a user's account has no second factor yet.
func (a *Principals) lacksFactor(ctx context.Context, organization, user id.ID) (bool, error) {
	account, err := a.store.AccountOfUser(ctx, organization, user)
	if err != nil {
		return false, endedIfGone(err)
	}
	factor, err := a.store.SecondFactor(ctx, account.ID)
	return !factor.IsOn(), err
}

// ActsFor returns a user with their current rights and without a session, for work that continues
// after the user started it. An inactive user is fault.Unauthenticated.
func (a *Principals) ActsFor(ctx context.Context, organization, user id.ID) (access.Principal, error) {
	return a.rightsOf(ctx, organization, "", user)
}

// ActsForProduct returns the product itself, which may do all and is no user, for what it does in
// an organization at regular times.
func (a *Principals) ActsForProduct(ctx context.Context, organization id.ID) (access.Principal, error) {
	registry, err := a.store.Registry(ctx, organization)
	if err != nil {
		return access.Principal{}, err
	}
	return access.Build(registry, access.Inputs{Organization: organization, Superuser: true}), nil
}

func (a *Principals) rightsOf(ctx context.Context, organization, session, user id.ID) (access.Principal, error) {
	inputs, active, err := a.store.UserInputs(ctx, organization, user)
	if err != nil {
		return access.Principal{}, endedIfGone(err)
	}
	if !active {
		return access.Principal{}, errEnded
	}
	inputs.Organization, inputs.User, inputs.Session = organization, user, session
	if a.uses != nil {
		if inputs.Without, err = a.uses.Without(ctx, organization); err != nil {
			return access.Principal{}, err
		}
	}
	registry, err := a.store.Registry(ctx, organization)
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
func (a *Principals) Append(organization id.ID, entries []entry.Entry) {
	for i := range entries {
		a.Invalidate(organization, &entries[i])
	}
}

// Serves implements eventlog.Selective. The sessions of a deactivated user are ended by
// the node whose relay leads, which is told everything.
func (a *Principals) Serves(organization id.ID) bool { return a.cache.serves(organization, a.now()) }

// Invalidate forgets what an entry made untrue, and marks the sessions of a user
// who was deactivated or removed for their end (Run carries it out).
func (a *Principals) Invalidate(organization id.ID, e *entry.Entry) {
	switch e.Object {
	case "session":
		a.cache.dropSession(organization, e.ID)
	case "permission", "team", "schema", "picklist_label", "app", "organization":
		a.cache.dropAll(organization)
	case "user":
		if e.Op == entry.Bulk {
			a.cache.dropAll(organization)
			return
		}
		if e.Op != entry.Removed && !e.Changed("is_active") && !e.Changed("is_superuser") &&
			!e.Changed("permissions") && !e.Changed("teams") && !e.Changed("name") {
			return
		}
		a.cache.dropUser(organization, e.ID)
		if e.Op == entry.Removed || string(e.After["is_active"]) == "false" {
			select {
			case a.ended <- endedUser{organization, e.ID}:
			default: // refused all the same: each check reads the user's state
			}
		}
	}
}

// Run ends the sessions of users who were deactivated, until ctx ends.
func (a *Principals) Run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case key := <-a.used:
			if err := a.noteUse(ctx, key.organization, key.user); err != nil && ctx.Err() == nil {
				a.log.WarnContext(ctx, "the use of a key could not be noted", "error", err)
			}
		case gone := <-a.ended:
			if err := a.sessions.EndSessions(ctx, gone.organization, gone.user, "session.user_disabled"); err != nil && ctx.Err() == nil {
				a.log.WarnContext(ctx, "sessions could not be ended", "error", err)
			}
		}
	}
}

// useInterval is how often the last use of a key is written at most.
const useInterval = time.Minute

// noteUse brings the last use of a key up to date, unless it was a moment ago.
func (a *Principals) noteUse(ctx context.Context, organization, key id.ID) error {
	record, err := a.store.Get(ctx, organization, keyObject, key)
	now := a.now().UTC().Truncate(time.Millisecond)
	if fault.Is(err, fault.NotFound) || err == nil && now.Sub(record.Time("last_used")) < useInterval {
		return nil
	}
	if err != nil {
		return err
	}
	err = commit(ctx, a.store, row.Change{Organization: organization, By: key, Writes: []row.Write{{
		Object: keyObject, ID: key, Op: entry.Updated, Expect: record.Version, Quiet: true, Cause: "api_key.used", Set: row.Fields{"last_used": now},
	}}})
	if fault.Is(err, fault.VersionConflict) {
		return nil // another node noted it, or the key is gone
	}
	return err
}
