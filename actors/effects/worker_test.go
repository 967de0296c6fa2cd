package effects_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"switchboard/actors/effects"
	"switchboard/actors/runtime"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// ledger is a Store in memory that says when all its effects are settled.
type ledger struct {
	mu      sync.Mutex
	waiting []row.ClaimedEffect
	open    int
	states  map[id.ID]string
	settled chan struct{}
	// extended is closed when a lease is renewed, nil for nobody waits.
	extended chan struct{}
}

func newLedger(list ...row.ClaimedEffect) *ledger {
	return &ledger{waiting: list, open: len(list), states: map[id.ID]string{}, settled: make(chan struct{})}
}

func (l *ledger) ClaimEffects(_ context.Context, _ string, limit int, _ time.Duration) ([]row.ClaimedEffect, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := min(limit, len(l.waiting))
	out := l.waiting[:n:n]
	l.waiting = l.waiting[n:]
	for i := range out {
		out[i].Attempts++
		out[i].Resumed = out[i].Attempts > 1
	}
	return out, nil
}

func (l *ledger) ExtendEffects(_ context.Context, _ string, held []id.ID, _ time.Duration) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, e := range held {
		if l.extended != nil && l.states[e] == "" {
			close(l.extended)
			l.extended = nil
		}
	}
	return nil
}

func (l *ledger) settle(effect id.ID, state string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.states[effect] = state
	if l.open--; l.open == 0 {
		close(l.settled)
	}
	return nil
}

func (l *ledger) FinishEffect(_ context.Context, e id.ID, _ []byte) error { return l.settle(e, "done") }

func (l *ledger) FailEffect(_ context.Context, e id.ID, _ string) error { return l.settle(e, "failed") }

func (l *ledger) RetryEffect(_ context.Context, e id.ID, _ time.Duration, _ string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	attempts := 0
	for _, a := range tried[e] {
		attempts = a
	}
	l.waiting = append(l.waiting, row.ClaimedEffect{Effect: row.Effect{ID: e, Kind: "work", Actor: "call", Subject: "s"}, Attempts: attempts})
	return nil
}

// tried holds the attempts that a handler saw, by effect. Each test uses its own ids.
var tried = map[id.ID][]int{}

// handler does what it is told by a function of the attempt.
type handler struct {
	mu sync.Mutex
	do func(e row.ClaimedEffect) (any, error)
}

func (h *handler) Do(_ context.Context, e row.ClaimedEffect) (any, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	tried[e.ID] = append(tried[e.ID], e.Attempts)
	return h.do(e)
}

func (h *handler) Failed(e row.ClaimedEffect, err error) any {
	if e.Kind == "panics" {
		panic("on purpose")
	}
	return "failed: " + fault.From(err).Detail
}

// engine keeps what actors were told.
type engine struct {
	mu   sync.Mutex
	told []any
	err  error
}

func (n *engine) Ask(_ context.Context, _ string, _ runtime.Identity, command any) (any, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if err := n.err; err != nil {
		n.err = nil
		return nil, err
	}
	n.told = append(n.told, command)
	return nil, nil //nolint:nilnil // no reply
}

func (n *engine) Stop(context.Context) error { return nil }

func run(t *testing.T, l *ledger, n *engine, do func(e row.ClaimedEffect) (any, error)) {
	t.Helper()
	w := effects.New(l, n, effects.Config{Poll: time.Millisecond, Backoff: time.Millisecond, Attempts: 3, Lease: 3 * time.Millisecond})
	h := &handler{do: do}
	w.Handle("work", h)
	w.Handle("panics", h)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); w.Run(ctx) }()
	select {
	case <-l.settled:
	case <-time.After(20 * time.Second):
		t.Error("the effects were not settled")
	}
	cancel()
	<-ended
}

func effect() row.ClaimedEffect {
	return row.ClaimedEffect{Effect: row.Effect{ID: id.New(), Kind: "work", Actor: "call", Subject: "s"}}
}

func TestTheResultIsToldAsACommand(t *testing.T) {
	l, n := newLedger(effect(), effect()), &engine{}
	run(t, l, n, func(row.ClaimedEffect) (any, error) { return "dialled", nil })
	if len(n.told) != 2 || n.told[0] != "dialled" {
		t.Errorf("told %v", n.told)
	}
}

func TestAPassingErrorIsTriedAgainAndResumed(t *testing.T) {
	e := effect()
	l, n := newLedger(e), &engine{}
	run(t, l, n, func(c row.ClaimedEffect) (any, error) {
		if c.Attempts == 1 {
			return nil, fault.New(fault.Unavailable, "busy")
		}
		if !c.Resumed {
			t.Error("a second attempt is not marked as resumed")
		}
		return "dialled", nil
	})
	if l.states[e.ID] != "done" || len(tried[e.ID]) != 2 {
		t.Errorf("%s after attempts %v", l.states[e.ID], tried[e.ID])
	}
}

func TestAFinalErrorIsTold(t *testing.T) {
	e := effect()
	l, n := newLedger(e), &engine{}
	run(t, l, n, func(row.ClaimedEffect) (any, error) { return nil, fault.New(fault.Invalid, "no such number") })
	if l.states[e.ID] != "failed" || len(n.told) != 1 || n.told[0] != "failed: no such number" {
		t.Errorf("%s, told %v", l.states[e.ID], n.told)
	}
}

func TestItGivesUpAfterSomeAttempts(t *testing.T) {
	e := effect()
	l, n := newLedger(e), &engine{}
	run(t, l, n, func(row.ClaimedEffect) (any, error) { return nil, fault.New(fault.Unavailable, "busy") })
	if l.states[e.ID] != "failed" || len(tried[e.ID]) != 3 {
		t.Errorf("%s after attempts %v", l.states[e.ID], tried[e.ID])
	}
}

func TestAnActorThatCannotBeToldNowIsToldLater(t *testing.T) {
	e := effect()
	l, n := newLedger(e), &engine{err: fault.New(fault.Limited, "full")}
	run(t, l, n, func(row.ClaimedEffect) (any, error) { return "dialled", nil })
	if l.states[e.ID] != "done" || len(n.told) != 1 {
		t.Errorf("%s, told %v", l.states[e.ID], n.told)
	}
}

func TestAPanicFailsOneEffect(t *testing.T) {
	e, other := effect(), effect()
	l, n := newLedger(e, other), &engine{}
	run(t, l, n, func(c row.ClaimedEffect) (any, error) {
		if c.ID == e.ID {
			panic(errors.New("oops"))
		}
		return "dialled", nil
	})
	if l.states[e.ID] != "failed" || l.states[other.ID] != "done" {
		t.Errorf("states %v", l.states)
	}
}

// A handler that panics when it is told of a failure costs its own effect alone.
func TestAPanicOverAFailureFailsOneEffect(t *testing.T) {
	e, other := effect(), effect()
	e.Kind = "panics"
	l, n := newLedger(e, other), &engine{}
	run(t, l, n, func(c row.ClaimedEffect) (any, error) {
		if c.ID == e.ID {
			return nil, fault.New(fault.Invalid, "No.")
		}
		return "dialled", nil
	})
	if l.states[e.ID] != "failed" || l.states[other.ID] != "done" {
		t.Errorf("states %v", l.states)
	}
}

func TestAnUnknownKindFails(t *testing.T) {
	e := effect()
	e.Kind = "nonsense"
	l := newLedger(e)
	run(t, l, &engine{}, nil)
	if l.states[e.ID] != "failed" {
		t.Errorf("state %s", l.states[e.ID])
	}
}

// A lease is short, and renewed for as long as the work takes.
func TestALongWorkKeepsItsLease(t *testing.T) {
	l, n := newLedger(effect()), &engine{}
	extended := make(chan struct{})
	l.extended = extended
	run(t, l, n, func(row.ClaimedEffect) (any, error) {
		select {
		case <-extended:
			return "done", nil
		case <-time.After(20 * time.Second):
			return nil, errors.New("the lease was not renewed")
		}
	})
	if len(n.told) != 1 || n.told[0] != "done" {
		t.Errorf("told %v", n.told)
	}
}
