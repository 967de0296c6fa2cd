package accounts_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"switchboard/actors/accounts"
	"switchboard/actors/features"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/row"
	"switchboard/storage/waittest"
)

// boss is a superuser.
func (w *world) boss() *access.Principal {
	p := access.Build(features.Registry(), access.Inputs{Organization: w.org, User: w.user, Superuser: true})
	return &p
}

func TestAKeyEnds(t *testing.T) {
	w := newWorld(t)
	key, err := w.APIKeys.Create(t.Context(), w.boss(), accounts.NewKey{Name: "Importer", Expires: w.clock.Now().Add(time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.APIKeys.SignIn(t.Context(), key.ClientID, key.Secret, here); err != nil {
		t.Fatal(err)
	}
	w.clock.advance(55 * time.Minute)
	tokens, err := w.APIKeys.SignIn(t.Context(), key.ClientID, key.Secret, here)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := w.Principals.Authenticate(t.Context(), tokens.Access); err != nil {
		t.Error(err)
	}
	w.clock.advance(6 * time.Minute) // the key's end, before the token's own
	_, _, err = w.Principals.Authenticate(t.Context(), tokens.Access)
	w.refused("a token of a key that ended", err)
	_, err = w.APIKeys.SignIn(t.Context(), key.ClientID, key.Secret, here)
	w.refused("a key that ended", err)
}

func TestTokensOfAKeyShareASession(t *testing.T) {
	w := newWorld(t)
	key, err := w.APIKeys.Create(t.Context(), w.boss(), accounts.NewKey{Name: "Importer"})
	if err != nil {
		t.Fatal(err)
	}
	var work sync.WaitGroup
	sessions := make([]accounts.Tokens, 5)
	for i := range sessions {
		work.Go(func() {
			var err error
			if sessions[i], err = w.APIKeys.SignIn(t.Context(), key.ClientID, key.Secret, here); err != nil {
				t.Error(err)
			}
		})
	}
	work.Wait()
	for _, s := range sessions {
		if s.Session != sessions[0].Session {
			t.Error("each token has a session of its own")
		}
	}
	open, err := w.store.Find(t.Context(), w.org, row.Query{Object: "session", Where: []row.Condition{{Field: "user", Operator: "=", Value: key.ID}}})
	if err != nil || len(open) != 1 {
		t.Errorf("%d sessions, %v", len(open), err)
	}
}

func TestGuessesOfSecretsAreLimited(t *testing.T) {
	w := newWorld(t)
	key, err := w.APIKeys.Create(t.Context(), w.boss(), accounts.NewKey{Name: "Importer"})
	if err != nil {
		t.Fatal(err)
	}
	for range 100 { // what is right is no guess
		if _, err := w.APIKeys.SignIn(t.Context(), key.ClientID, key.Secret, here); err != nil {
			t.Fatal(err)
		}
	}
	var limited int
	for range 100 {
		if _, err := w.APIKeys.SignIn(t.Context(), key.ClientID, "wrong", here); fault.Is(err, fault.Limited) {
			limited++
		}
	}
	if limited != 40 {
		t.Errorf("%d of 100 wrong secrets were not looked at, want 40", limited)
	}
	if _, err := w.APIKeys.SignIn(t.Context(), key.ClientID, key.Secret, from("203.0.113.5")); err != nil {
		t.Errorf("from another network: %v", err)
	}
}

func TestTheUseOfAKeyIsNoted(t *testing.T) {
	w := newWorld(t)
	key, err := w.APIKeys.Create(t.Context(), w.boss(), accounts.NewKey{Name: "Importer"})
	if err != nil {
		t.Fatal(err)
	}
	tokens, err := w.APIKeys.SignIn(t.Context(), key.ClientID, key.Secret, here)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { w.Principals.Run(ctx) })
	defer running.Wait()
	defer cancel()
	w.clock.advance(5 * time.Minute)
	if _, _, err := w.Principals.Authenticate(t.Context(), tokens.Access); err != nil {
		t.Fatal(err)
	}
	waittest.Until(t, "the key's use is noted", func() bool {
		all, err := w.APIKeys.List(t.Context(), w.boss())
		return err == nil && all.Data[0].LastUsed != nil && w.clock.Now().Sub(*all.Data[0].LastUsed) < time.Second
	})
}
