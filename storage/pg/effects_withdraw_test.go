package pg_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/waittest"
)

const tooLate = "Too late."

// withdraw takes an effect back in a change that writes a contact, and says whether that
// was written.
func (f *fixture) withdraw(ctx context.Context, effect id.ID) (written bool, err error) {
	f.Helper()
	contact := id.New()
	_, err = f.Commit(ctx, row.Change{
		Organization: f.org, Withdraw: []row.Withdrawal{{Effect: effect, Refusal: tooLate}},
		Writes: []row.Write{{Object: "contact", ID: contact, Op: entry.Created, Set: row.Fields{"last_name": "Ortiz"}}},
	})
	if err != nil && (!fault.Is(err, fault.Conflict) || fault.From(err).Detail != tooLate) {
		f.Fatalf("refused with %v", err)
	}
	_, found := f.Get(f.Context(), f.org, "contact", contact)
	return found == nil, err
}

func TestAnEffectIsTakenBack(t *testing.T) {
	undone := func(f *fixture) {
		f.ok(f.RetryEffect(f.Context(), f.one(lease).Claim(), time.Hour, "429", true))
	}
	doubtful := func(f *fixture) {
		f.ok(f.RetryEffect(f.Context(), f.one(lease).Claim(), 0, "no answer", false))
	}
	for name, c := range map[string]struct {
		before func(f *fixture)
		taken  bool
	}{
		"nobody began it":            {func(*fixture) {}, true},
		"it was begun, to no effect": {undone, true},
		"it was given back": {func(f *fixture) {
			f.ok(f.ReturnEffect(f.Context(), f.one(lease).Claim()))
		}, true},
		"it was begun and given back, to no effect": {func(f *fixture) {
			undone(f)
			f.sql(`UPDATE core.effect SET not_before = now()`)
			f.ok(f.ReturnEffect(f.Context(), f.one(lease).Claim()))
		}, true},
		"it is at work": {func(f *fixture) { f.one(lease) }, false},
		"its worker died": {func(f *fixture) {
			f.one(time.Microsecond)
		}, false},
		"it may have been done": {doubtful, false},
		"it may have been done, and was given back since": {func(f *fixture) {
			doubtful(f)
			f.ok(f.ReturnEffect(f.Context(), f.one(lease).Claim()))
		}, false},
		"it may have been done, which was cleared up since": {func(f *fixture) { doubtful(f); undone(f) }, true},
		"it was begun again by a node that knows of no taking back": {func(f *fixture) {
			undone(f)
			f.sql(`UPDATE core.effect SET attempts = attempts + 1`)
		}, false},
		"it waits to be told": {func(f *fixture) {
			e := f.one(lease)
			f.ok(f.RecordEffect(f.Context(), e.Claim(), row.EffectDone, nil, ""))
			f.ok(f.RetellEffect(f.Context(), e.Claim(), time.Hour, "deaf"))
			f.sql(`UPDATE core.effect SET undone = attempts`)
		}, false},
		"it is done":        {func(f *fixture) { f.ok(f.FinishEffect(f.Context(), f.one(lease).Claim(), "")) }, false},
		"it is another's":   {func(f *fixture) { f.sql(`UPDATE core.effect SET organization_id = gen_random_uuid()`) }, false},
		"it does not exist": {func(f *fixture) { f.sql(`DELETE FROM core.effect`) }, false},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			effect := f.effect(id.New(), "text", time.Time{})
			c.before(f)
			written, err := f.withdraw(t.Context(), effect)
			if written != c.taken || (err == nil) != c.taken {
				t.Fatalf("written %t, %v", written, err)
			}
			f.sql(`UPDATE core.effect SET not_before = now()`)
			if left := f.claim(10, lease); c.taken && len(left) != 0 {
				t.Errorf("it is claimed all the same: %+v", left)
			}
		})
	}
}

// Every claim knows whether one before may have done something.
func TestAClaimKnowsOfDoubt(t *testing.T) {
	f := newFixture(t)
	f.effect(id.New(), "text", time.Time{})
	for i, c := range []struct{ doubtful, undone bool }{{false, true}, {false, false}, {true, false}, {true, true}, {false, true}} {
		e := f.one(lease)
		if e.Doubtful != c.doubtful {
			t.Errorf("claim %d is doubtful %t", i, e.Doubtful)
		}
		f.ok(f.RetryEffect(t.Context(), e.Claim(), 0, "again", c.undone))
	}
	f.one(time.Microsecond) // its worker dies
	if e := f.one(lease); !e.Doubtful {
		t.Error("what a worker may have done before it died is not doubtful")
	}
}

// Of a claim and a withdrawal at the same time the one that has the row first decides.
func TestAWithdrawalThatAClaimOvertakes(t *testing.T) {
	f := newFixture(t)
	effect := f.effect(id.New(), "text", time.Time{})
	claim, err := f.conn.Begin(t.Context())
	f.ok(err)
	_, err = claim.Exec(t.Context(), `UPDATE core.effect SET state = 'running', attempts = attempts + 1, claimed_by = 'node', claimed_until = now() + interval '1 minute'`)
	f.ok(err)
	ended := make(chan error, 1)
	go func() {
		written, err := f.withdraw(t.Context(), effect)
		if written {
			err = errors.New("the change was written")
		}
		ended <- err
	}()
	f.waits()
	f.ok(claim.Commit(t.Context()))
	if err := <-ended; !fault.Is(err, fault.Conflict) {
		t.Errorf("it ended with %v", err)
	}
}

// waits waits until a statement waits for a row.
func (f *fixture) waits() {
	f.Helper()
	conn, err := pgx.ConnectConfig(f.Context(), f.conn.Config())
	f.ok(err)
	defer func() { _ = conn.Close(context.WithoutCancel(f.Context())) }()
	waittest.Until(f.T, "a statement that waits for a row", func() (waits bool) {
		f.ok(conn.QueryRow(f.Context(), `SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock')`).Scan(&waits))
		return waits
	})
}

func TestAClaimThatAWithdrawalOvertakes(t *testing.T) {
	for name, kept := range map[string]bool{"kept": true, "given up": false} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			subject := id.New()
			effect, behind := f.effect(subject, "text", time.Time{}), f.effect(subject, "text", time.Time{})
			giveUp := errors.New("given up")
			err := f.Together(t.Context(), func(ctx context.Context) error {
				_, err := f.Commit(ctx, row.Change{Organization: f.org, Withdraw: []row.Withdrawal{{Effect: effect, Refusal: tooLate}}})
				if err != nil {
					return err
				}
				if got := f.claim(10, lease); len(got) != 0 {
					t.Errorf("claimed meanwhile: %+v", got)
				}
				if !kept {
					return giveUp
				}
				return nil
			})
			want := effect
			if kept {
				want = behind
			} else if !errors.Is(err, giveUp) {
				t.Fatal(err)
			}
			if got := f.one(lease); got.ID != want {
				t.Errorf("then came %+v", got)
			}
		})
	}
}

// However claims and withdrawals meet, each effect is either claimed or taken back.
func TestClaimsAndWithdrawalsAtOnce(t *testing.T) {
	f := newFixture(t)
	const effects = 60
	all := make([]id.ID, effects)
	for i := range all {
		all[i] = f.effect(id.New(), "text", time.Time{})
	}
	var mu sync.Mutex
	claimed, taken := map[id.ID]bool{}, map[id.ID]bool{}
	var work sync.WaitGroup
	for range 2 {
		work.Go(func() {
			for {
				got, err := f.ClaimEffects(t.Context(), row.ClaimRequest{Node: id.New().String(), Limit: 2, Lease: lease})
				if err != nil {
					t.Error(err)
				}
				mu.Lock()
				for _, e := range got {
					claimed[e.ID] = true
				}
				ended := len(claimed)+len(taken) >= effects
				mu.Unlock()
				if ended || err != nil {
					return
				}
			}
		})
	}
	work.Go(func() {
		for _, i := range rand.Perm(effects) {
			_, err := f.Commit(t.Context(), row.Change{Organization: f.org, Withdraw: []row.Withdrawal{{Effect: all[i], Refusal: tooLate}}})
			if err == nil {
				mu.Lock()
				taken[all[i]] = true
				mu.Unlock()
			} else if !fault.Is(err, fault.Conflict) {
				t.Error(err)
			}
		}
	})
	work.Wait()
	for _, effect := range all {
		if claimed[effect] == taken[effect] {
			t.Errorf("%s was claimed %t and taken back %t", effect, claimed[effect], taken[effect])
		}
	}
	t.Logf("%d claimed, %d taken back", len(claimed), len(taken))
}
