package accounts_test

import (
	"testing"
	"time"

	"switchboard/actors/features"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

func TestSessionsAreSeenAndEnded(t *testing.T) {
	w := newWorld(t)
	first := w.signIn()
	w.clock.advance(time.Minute)
	second := w.signIn()
	other := w.newUser("ben@example.com")
	as := func(user, session id.ID, sets ...access.PermissionSet) *access.Principal {
		p := access.Build(features.Registry(), access.Inputs{Organization: w.org, User: user, Session: session, Sets: sets})
		return &p
	}
	own, stranger := as(w.user, second.Session), as(other, "")
	keeper := as(other, "", access.PermissionSet{System: []string{access.AdministerUsers}})
	list, err := w.Sessions.List(t.Context(), own, w.user)
	if err != nil || len(list.Data) != 2 || list.Data[0].ID != second.Session || !list.Data[0].Current || list.Data[1].Current ||
		list.Data[0].Address != here.Address || list.Data[0].Browser != here.UserAgent {
		t.Fatalf("%+v: %v", list, err)
	}
	if _, err := w.Sessions.List(t.Context(), stranger, w.user); !fault.Is(err, fault.Forbidden) {
		t.Errorf("a colleague sees the sessions: %v", err)
	}
	if err := w.Sessions.End(t.Context(), stranger, first.Session); !fault.Is(err, fault.Forbidden) {
		t.Errorf("a colleague ends a session: %v", err)
	}
	if err := w.Sessions.End(t.Context(), own, first.Session); err != nil {
		t.Fatal(err)
	}
	_, err = w.Sessions.Refresh(t.Context(), first.Refresh)
	w.refused("the session that was ended", err)
	_, _, err = w.Principals.Authenticate(t.Context(), first.Access)
	w.refused("its access token", err)
	w.refresh(second.Refresh)
	if err := w.Sessions.End(t.Context(), own, first.Session); err != nil {
		t.Errorf("once more: %v", err)
	}
	if list, err = w.Sessions.List(t.Context(), keeper, w.user); err != nil || len(list.Data) != 1 || list.Data[0].Current {
		t.Errorf("what an administrator sees: %+v %v", list, err)
	}
	// Sessions of superusers are for superusers alone.
	w.set(row.Fields{"is_superuser": true})
	if err := w.Sessions.End(t.Context(), keeper, second.Session); !fault.Is(err, fault.Forbidden) {
		t.Errorf("an administrator of users ends a superuser's session: %v", err)
	}
	if err := w.Sessions.End(t.Context(), own, id.New()); !fault.Is(err, fault.NotFound) {
		t.Errorf("a session that is none: %v", err)
	}
}
