package pg_test

import (
	"testing"
	"time"

	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// next claims what follows a claimed effect, "" for nothing.
func (f *fixture) next(e row.ClaimedEffect) row.ClaimedEffect {
	f.Helper()
	n, found, err := f.ClaimNextEffect(f.Context(), e.Claim(), lease)
	if err != nil || found != (n.ID != "") {
		f.Fatalf("claimed %+v, %t, %v", n, found, err)
	}
	return n
}

// What follows a claimed effect is claimed ahead, one after the other, and by nobody
// else meanwhile.
func TestWhatFollowsIsClaimedAhead(t *testing.T) {
	f := newFixture(t)
	subject := id.New()
	first := f.effect(subject, "text", time.Time{})
	f.effect(subject, "text", time.Now().Add(time.Hour)) // a timer holds nobody up
	second, third := f.effect(subject, "text", time.Time{}), f.effect(subject, "text", time.Time{})
	e := f.one(lease)
	n := f.next(e)
	if e.ID != first || n.ID != second || n.Attempts != 1 || n.Resumed || n.Node != e.Node || n.Subject != subject {
		t.Fatalf("after %+v came %+v", e, n)
	}
	if again := f.next(e); again.ID != "" {
		t.Errorf("claimed behind one that is ahead already: %+v", again)
	}
	if others := f.claim(10, lease); len(others) != 0 {
		t.Errorf("others claimed %+v", others)
	}
	f.ok(f.RecordEffect(t.Context(), e.Claim(), row.EffectDone, nil, ""))
	if again := f.next(e); again.ID != "" {
		t.Errorf("claimed behind one that is done: %+v", again)
	}
	if others := f.claim(10, lease); len(others) != 0 {
		t.Errorf("others claimed %+v", others)
	}
	if n := f.next(n); n.ID != third {
		t.Errorf("then came %+v", n)
	}
}

// Nothing is claimed ahead that may not be begun when the one before has been done.
func TestWhatDoesNotFollowIsNotClaimedAhead(t *testing.T) {
	for name, arrange := range map[string]func(f *fixture, subject id.ID){
		"nothing":         func(*fixture, id.ID) {},
		"another subject": func(f *fixture, _ id.ID) { f.effect(id.New(), "text", time.Time{}) },
		"another kind before it": func(f *fixture, subject id.ID) {
			f.effect(subject, "close", time.Time{})
			f.effect(subject, "text", time.Time{})
		},
		"one before it that waits to be tried again": func(f *fixture, subject id.ID) {
			waiting := f.effect(subject, "text", time.Time{})
			f.effect(subject, "text", time.Time{})
			f.sql(`UPDATE core.effect SET attempts = 1, not_before = now() + interval '1 hour' WHERE id = $1`, string(waiting))
		},
		"one that was lost with a worker": func(f *fixture, subject id.ID) {
			lost := f.effect(subject, "text", time.Time{})
			f.sql(`UPDATE core.effect SET attempts = 1, lost = 1 WHERE id = $1`, string(lost))
		},
		"one that another worker has": func(f *fixture, subject id.ID) {
			had := f.effect(subject, "text", time.Time{})
			f.effect(subject, "text", time.Time{})
			f.sql(`UPDATE core.effect SET state = 'running', attempts = 1, claimed_by = 'other', claimed_until = now() - interval '1 hour' WHERE id = $1`, string(had))
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			subject := id.New()
			first := f.effect(subject, "text", time.Time{})
			e := f.one(lease)
			arrange(f, subject)
			if n := f.next(e); e.ID != first || n.ID != "" {
				t.Errorf("after %+v came %+v", e, n)
			}
		})
	}
}

// Who has lost an effect claims nothing behind it.
func TestAnEndedClaimClaimsNothingAhead(t *testing.T) {
	f := newFixture(t)
	subject := id.New()
	f.effect(subject, "text", time.Time{})
	f.effect(subject, "text", time.Time{})
	first := f.one(time.Microsecond)
	second := f.one(lease)
	if n := f.next(first); n.ID != "" {
		t.Errorf("a claim that ended claimed %+v", n)
	}
	f.ok(f.RetryEffect(t.Context(), second.Claim(), time.Hour, "429", true))
	if n := f.next(second); n.ID != "" {
		t.Errorf("behind one that was put off came %+v", n)
	}
}

// What is given back without having been begun has not been tried; the claim counts all
// the same, so that it is fenced.
func TestWhatIsGivenBackWasNotTried(t *testing.T) {
	f := newFixture(t)
	subject := id.New()
	f.effect(subject, "text", time.Time{})
	second := f.effect(subject, "text", time.Time{})
	e := f.one(lease)
	n := f.next(e)
	f.ok(f.ReturnEffect(t.Context(), n.Claim()))
	f.refused(f.ReturnEffect(t.Context(), n.Claim()), fault.Conflict)
	f.fenced(n)
	f.ok(f.RetryEffect(t.Context(), e.Claim(), time.Hour, "429", true))
	if overtaking := f.claim(10, lease); len(overtaking) != 0 {
		t.Fatalf("overtook: %+v", overtaking)
	}
	f.sql(`UPDATE core.effect SET not_before = now()`)
	e = f.one(lease)
	again := f.next(e)
	if again.ID != second || again.Attempts != 2 || again.Tries() != 1 || again.Resumed || again.Lost != 0 {
		t.Errorf("claimed again: %+v", again)
	}
	f.fenced(n)
	f.refused(f.ReturnEffect(t.Context(), n.Claim()), fault.Conflict)
}

func (f *fixture) sql(statement string, args ...any) {
	f.Helper()
	if _, err := f.conn.Exec(f.Context(), statement, args...); err != nil {
		f.Fatal(err)
	}
}
