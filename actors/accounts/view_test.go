package accounts_test

import (
	"testing"
	"time"

	"switchboard/actors/accounts"
	"switchboard/storage/access"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// chief is a superuser with an open session.
type chief struct {
	*world
	tokens accounts.Tokens
	access.Principal
}

func newChief(t *testing.T) *chief {
	t.Helper()
	w := newWorld(t)
	user := w.newUser("chief@example.com")
	w.commit(row.Write{Object: "user", ID: user, Op: entry.Updated, Set: row.Fields{"is_superuser": true}})
	c := &chief{world: w}
	var err error
	if c.tokens, err = w.SignIns.SignIn(t.Context(), "chief@example.com", password, here); err != nil {
		t.Fatal(err)
	}
	if c.Principal, _, err = w.Principals.Authenticate(t.Context(), c.tokens.Access); err != nil {
		t.Fatal(err)
	}
	return c
}

func (c *chief) begin() (accounts.Tokens, access.Principal) {
	c.t.Helper()
	tokens, err := c.Views.Begin(c.t.Context(), &c.Principal, c.user)
	if err != nil {
		c.t.Fatal(err)
	}
	p, _, err := c.Principals.Authenticate(c.t.Context(), tokens.Access)
	if err != nil {
		c.t.Fatal(err)
	}
	return tokens, p
}

// sees returns the user that the session acts as after a refresh.
func (c *chief) sees() id.ID {
	c.t.Helper()
	tokens, err := c.Sessions.Renew(c.t.Context(), c.tokens.Refresh)
	if err != nil {
		c.t.Fatal(err)
	}
	return tokens.User
}

func TestASuperuserViewsAsAnotherUser(t *testing.T) {
	c := newChief(t)
	ctx := t.Context()
	tokens, p := c.begin()
	if tokens.User != c.user || p.User != c.user || p.Viewer != c.User || p.Superuser || p.Session != c.Session {
		t.Errorf("%+v acts as %s of %s", tokens, p.User, p.Viewer)
	}
	if _, _, err := c.Principals.Authenticate(ctx, c.tokens.Access); !fault.Is(err, fault.Unauthenticated) {
		t.Error("the superuser's own token goes on:", err)
	}
	if c.sees() != c.user {
		t.Error("a refresh ends the view")
	}
	if name, until, err := c.Views.Until(ctx, &p); err != nil || name != "Ann" || until.Sub(c.clock.Now()) > 30*time.Minute {
		t.Error(name, until, err)
	}
	if places, err := c.SignIns.Memberships(ctx, &p); err != nil || len(places) > 0 {
		t.Error("the places of the other user:", places, err)
	}
	back, err := c.Views.End(ctx, &p)
	if err != nil || back.User != c.User {
		t.Fatalf("%+v, %v", back, err)
	}
	if _, _, err := c.Principals.Authenticate(ctx, tokens.Access); !fault.Is(err, fault.Unauthenticated) {
		t.Error("the token of a view that ended:", err)
	}
	if p, _, err := c.Principals.Authenticate(ctx, back.Access); err != nil || p.Viewer != "" || !p.Superuser {
		t.Error(p.Viewer, err)
	}
	if _, err := c.Views.End(ctx, &c.Principal); !fault.Is(err, fault.Conflict) {
		t.Error("ended twice:", err)
	}
	c.happened("session.view_began", "session.view_ended")
}

func TestAViewEndsByItself(t *testing.T) {
	c := newChief(t)
	_, _ = c.begin()
	c.clock.advance(25 * time.Minute)
	tokens, err := c.Sessions.Renew(t.Context(), c.tokens.Refresh)
	if err != nil || tokens.User != c.user || tokens.ExpiresIn > 5*time.Minute {
		t.Errorf("a token that outlives the view: %+v, %v", tokens, err)
	}
	c.clock.advance(5*time.Minute + time.Second)
	if c.sees() != c.User {
		t.Error("after half an hour the view goes on")
	}
	_, p := c.begin()
	c.commit(row.Write{Object: "user", ID: c.newUser("deputy@example.com"), Op: entry.Updated, Set: row.Fields{"is_superuser": true}})
	c.commit(row.Write{Object: "user", ID: c.User, Op: entry.Updated, Set: row.Fields{"is_superuser": false}})
	if _, err := c.Principals.Reload(t.Context(), &p); !fault.Is(err, fault.Unauthenticated) {
		t.Error("without the right the view goes on:", err)
	}
	if c.sees() != c.User {
		t.Error("without the right a refresh goes on")
	}
}

func TestWhoMayBeViewedAs(t *testing.T) {
	c := newChief(t)
	ctx := t.Context()
	if _, err := c.Views.Begin(ctx, c.principal(), c.User); !fault.Is(err, fault.Forbidden) {
		t.Error("by a user:", err)
	}
	if _, err := c.Views.Begin(ctx, &c.Principal, c.User); !fault.Is(err, fault.Invalid) {
		t.Error("oneself:", err)
	}
	if _, err := c.Views.Begin(ctx, &c.Principal, id.New()); !fault.Is(err, fault.NotFound) {
		t.Error("nobody:", err)
	}
	key, err := c.APIKeys.Create(ctx, &c.Principal, accounts.NewKey{Name: "Sync"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Views.Begin(ctx, &c.Principal, key.ID); !fault.Is(err, fault.Invalid) {
		t.Error("a program:", err)
	}
	c.set(row.Fields{"is_superuser": true})
	if _, err := c.Views.Begin(ctx, &c.Principal, c.user); !fault.Is(err, fault.Forbidden) {
		t.Error("another superuser:", err)
	}
	c.set(row.Fields{"is_superuser": false, "is_active": false})
	if _, err := c.Views.Begin(ctx, &c.Principal, c.user); !fault.Is(err, fault.Conflict) {
		t.Error("an inactive user:", err)
	}
}
