package accounts_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"switchboard/actors/accounts"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/row"
	"switchboard/storage/waittest"
)

func (w *world) refresh(token string) accounts.Tokens {
	w.t.Helper()
	tokens, err := w.Sessions.Refresh(w.t.Context(), token)
	if err != nil {
		w.t.Fatal(err)
	}
	return tokens
}

func (w *world) refused(what string, err error) {
	w.t.Helper()
	if !fault.Is(err, fault.Unauthenticated) {
		w.t.Errorf("%s: %v", what, err)
	}
}

func TestRefreshRotates(t *testing.T) {
	w := newWorld(t)
	first := w.signIn()
	second := w.refresh(first.Refresh)
	if second.Refresh == first.Refresh || second.Session != first.Session {
		t.Fatal("the token did not rotate within its session")
	}
	if _, _, err := w.Principals.Authenticate(t.Context(), second.Access); err != nil {
		t.Error(err)
	}
	w.clock.advance(29 * time.Second)
	if again := w.refresh(first.Refresh); again.Refresh != second.Refresh {
		t.Error("within 30 seconds the predecessor got another successor")
	}
	w.refresh(second.Refresh)
}

func TestReuseEndsTheSession(t *testing.T) {
	w := newWorld(t)
	first := w.signIn()
	second := w.refresh(first.Refresh)
	w.clock.advance(31 * time.Second)
	_, err := w.Sessions.Refresh(t.Context(), first.Refresh)
	w.refused("the predecessor after 30 seconds", err)
	_, err = w.Sessions.Refresh(t.Context(), second.Refresh)
	w.refused("the successor after the theft", err)
	_, _, err = w.Principals.Authenticate(t.Context(), second.Access)
	w.refused("the access token after the theft", err)
}

func TestReuseOfAnOlderTokenEndsTheSession(t *testing.T) {
	w := newWorld(t)
	first := w.signIn()
	third := w.refresh(w.refresh(first.Refresh).Refresh)
	_, err := w.Sessions.Refresh(t.Context(), first.Refresh)
	w.refused("a token two places back", err)
	_, err = w.Sessions.Refresh(t.Context(), third.Refresh)
	w.refused("the newest token after that", err)
}

// Who only knows the session's id can't end it.
func TestAGuessIsNoReuse(t *testing.T) {
	w := newWorld(t)
	first := w.signIn()
	other := w.signIn()
	stem := first.Refresh[:strings.LastIndexByte(first.Refresh, '.')+1]
	foreign := other.Refresh[strings.LastIndexByte(other.Refresh, '.')+1:]
	for _, token := range []string{
		"", "...", "a.b.c", stem, stem + "AAAA", stem + foreign, stem + strings.Repeat("A", 500),
		string(w.org) + "." + string(w.user) + "." + foreign, "not a token",
	} {
		_, err := w.Sessions.Refresh(t.Context(), token)
		w.refused(token, err)
		_, err = w.Sessions.Renew(t.Context(), token)
		w.refused(token, err)
		if err := w.Sessions.Revoke(t.Context(), token); err != nil {
			t.Errorf("revoke %q: %v", token, err)
		}
	}
	w.refresh(first.Refresh)
}

// Two tabs that refresh at once are no theft: all get the same successor.
func TestTabsGetTheSameSuccessor(t *testing.T) {
	w := newWorld(t)
	first := w.signIn()
	const tabs = 6
	got := make([]string, tabs)
	var wait sync.WaitGroup
	for i := range tabs {
		wait.Go(func() {
			tokens, err := w.Sessions.Refresh(context.WithoutCancel(t.Context()), first.Refresh)
			if err != nil {
				t.Error(err)
			}
			got[i] = tokens.Refresh
		})
	}
	wait.Wait()
	for _, token := range got {
		if token != got[0] || token == "" {
			t.Fatal("the successors differ")
		}
	}
}

func TestRenewLeavesTheToken(t *testing.T) {
	w := newWorld(t)
	first := w.signIn()
	for range 3 {
		tokens, err := w.Sessions.Renew(t.Context(), first.Refresh)
		if err != nil || tokens.Refresh != "" {
			t.Fatalf("%+v, %v", tokens, err)
		}
		if _, _, err := w.Principals.Authenticate(t.Context(), tokens.Access); err != nil {
			t.Error(err)
		}
		w.clock.advance(time.Minute)
	}
}

func TestSessionsEndAbsolutely(t *testing.T) {
	w := newWorld(t)
	token := w.signIn().Refresh
	for range 3 {
		w.clock.advance(9 * 24 * time.Hour)
		token = w.refresh(token).Refresh
	}
	w.clock.advance(4 * 24 * time.Hour)
	_, err := w.Sessions.Refresh(t.Context(), token)
	w.refused("after 31 days", err)
}

func TestRevoke(t *testing.T) {
	w := newWorld(t)
	tokens, other := w.signIn(), w.signIn()
	if _, _, err := w.Principals.Authenticate(t.Context(), tokens.Access); err != nil { // now it is cached
		t.Fatal(err)
	}
	if err := w.Sessions.Revoke(t.Context(), tokens.Refresh); err != nil {
		t.Fatal(err)
	}
	_, _, err := w.Principals.Authenticate(t.Context(), tokens.Access)
	w.refused("the access token after sign-out", err)
	_, err = w.Sessions.Refresh(t.Context(), tokens.Refresh)
	w.refused("the refresh token after sign-out", err)
	if _, _, err := w.Principals.Authenticate(t.Context(), other.Access); err != nil {
		t.Errorf("another session of the user: %v", err)
	}
}

func TestDeactivationEndsSessions(t *testing.T) {
	w := newWorld(t)
	tokens := w.signIn()
	if _, _, err := w.Principals.Authenticate(t.Context(), tokens.Access); err != nil {
		t.Fatal(err)
	}
	w.set(row.Fields{"is_active": false})
	if _, _, err := w.Principals.Authenticate(t.Context(), tokens.Access); err != nil {
		t.Fatalf("without word of the entry the state is believed for five seconds: %v", err)
	}
	w.Principals.Append(w.org, []entry.Entry{{
		Object: "user", ID: w.user, Op: entry.Updated,
		Before: entry.Fields{"is_active": []byte("true")}, After: entry.Fields{"is_active": []byte("false")},
	}})
	_, _, err := w.Principals.Authenticate(t.Context(), tokens.Access)
	w.refused("at once after the entry", err)

	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); w.Principals.Run(ctx) }()
	w.awaitRevoked(tokens)
	stop()
	<-ended
	// Activation does not bring the old sign-in back.
	w.set(row.Fields{"is_active": true})
	_, err = w.Sessions.Refresh(t.Context(), tokens.Refresh)
	w.refused("the old refresh token", err)
}

// awaitRevoked waits until the session is revoked in the database.
func (w *world) awaitRevoked(tokens accounts.Tokens) {
	w.t.Helper()
	waittest.Until(w.t, "the session to be revoked", func() bool {
		session, err := w.store.Get(w.t.Context(), w.org, "session", tokens.Session)
		if err != nil {
			w.t.Fatal(err)
		}
		return !session.Time("revoked_date").IsZero()
	})
}

func TestStateIsBelievedFiveSeconds(t *testing.T) {
	w := newWorld(t)
	tokens := w.signIn()
	if _, _, err := w.Principals.Authenticate(t.Context(), tokens.Access); err != nil {
		t.Fatal(err)
	}
	w.set(row.Fields{"is_active": false})
	w.clock.advance(5 * time.Second)
	_, _, err := w.Principals.Authenticate(t.Context(), tokens.Access)
	w.refused("after five seconds", err)
	_, err = w.Sessions.Refresh(t.Context(), tokens.Refresh)
	w.refused("the refresh of a disabled user", err)
}

func TestRightsChangeWithTheEntry(t *testing.T) {
	w := newWorld(t)
	tokens := w.signIn()
	before, _, err := w.Principals.Authenticate(t.Context(), tokens.Access)
	if err != nil || before.Superuser {
		t.Fatal(before.Superuser, err)
	}
	w.set(row.Fields{"is_superuser": true})
	w.Principals.Invalidate(w.org, &entry.Entry{Object: "user", ID: w.user, Op: entry.Updated, After: entry.Fields{"is_superuser": []byte("true")}})
	after, _, err := w.Principals.Authenticate(t.Context(), tokens.Access)
	if err != nil || !after.Superuser {
		t.Fatalf("superuser %v, %v", after.Superuser, err)
	}
	reloaded, err := w.Principals.Reload(t.Context(), &before)
	if err != nil || !reloaded.Superuser || reloaded.Session != before.Session {
		t.Errorf("reloaded %+v, %v", reloaded, err)
	}
}
