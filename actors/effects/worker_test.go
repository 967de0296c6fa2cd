package effects_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"switchboard/actors/effects"
	"switchboard/actors/runtime"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/pg/pgtest"
	"switchboard/storage/row"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(pgtest.Wrap(m)) }

// ledger is a Store in memory that signals when all its effects are settled.
type ledger struct {
	mu      sync.Mutex
	waiting []row.ClaimedEffect
	held    map[id.ID]row.ClaimedEffect
	open    int
	states  map[id.ID]string
	remarks map[id.ID]string
	settled chan struct{}
	// extended is closed when a lease is renewed; optional.
	extended chan struct{}
	// away is how many times the store fails to store an outcome.
	away int
}

func newLedger(list ...row.ClaimedEffect) *ledger {
	return &ledger{
		waiting: list, open: len(list), held: map[id.ID]row.ClaimedEffect{},
		states: map[id.ID]string{}, remarks: map[id.ID]string{}, settled: make(chan struct{}),
	}
}

func (l *ledger) ClaimEffects(_ context.Context, r row.ClaimRequest) ([]row.ClaimedEffect, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var out, rest []row.ClaimedEffect
	for _, e := range l.waiting {
		suspect := e.Lost >= r.Suspicious
		if len(out) == r.Limit || suspect && r.Suspects == 0 || !slices.Contains(r.Kinds, e.Kind) || slices.Contains(r.Except, e.ID) {
			rest = append(rest, e)
			continue
		}
		if suspect {
			r.Suspects--
		}
		e.Attempts++
		e.Node, e.Resumed = r.Node, e.Attempts > 1
		l.held[e.ID] = e
		out = append(out, e)
	}
	l.waiting = rest
	return out, nil
}

func (*ledger) ClaimNextEffect(context.Context, row.EffectClaim, time.Duration) (e row.ClaimedEffect, found bool, err error) {
	return e, false, nil
}

func (l *ledger) ReturnEffect(_ context.Context, c row.EffectClaim) error {
	return l.back(c, func(e *row.ClaimedEffect) { e.Untried++ })
}

func (l *ledger) ExtendEffects(_ context.Context, claims []row.EffectClaim, _ time.Duration) ([]id.ID, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var held []id.ID
	for _, c := range claims {
		if h, ok := l.held[c.Effect]; !ok || h.Claim() != c {
			continue
		}
		held = append(held, c.Effect)
		if l.extended != nil {
			close(l.extended)
			l.extended = nil
		}
	}
	return held, nil
}

// change changes an effect that is claimed with this claim.
func (l *ledger) change(c row.EffectClaim, do func(e *row.ClaimedEffect)) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	e, ok := l.held[c.Effect]
	if !ok || e.Claim() != c {
		return fault.New(fault.Conflict, "not held")
	}
	do(&e)
	if _, ok := l.held[c.Effect]; ok {
		l.held[c.Effect] = e
	}
	return nil
}

func (l *ledger) RecordEffect(_ context.Context, c row.EffectClaim, outcome row.EffectOutcome, result []byte, reason string) error {
	l.mu.Lock()
	if l.away > 0 {
		l.away--
		l.mu.Unlock()
		return fault.New(fault.Unavailable, "away")
	}
	l.mu.Unlock()
	return l.change(c, func(e *row.ClaimedEffect) { e.Outcome, e.Result, e.Reason = outcome, result, reason })
}

func (l *ledger) settle(c row.EffectClaim, state, remark string) error {
	return l.change(c, func(e *row.ClaimedEffect) {
		delete(l.held, e.ID)
		l.states[e.ID], l.remarks[e.ID] = state, remark
		if l.open--; l.open == 0 {
			close(l.settled)
		}
	})
}

func (l *ledger) FinishEffect(_ context.Context, c row.EffectClaim, remark string) error {
	return l.settle(c, "done", remark)
}

func (l *ledger) FailEffect(_ context.Context, c row.EffectClaim, reason string) error {
	return l.settle(c, "failed", reason)
}

func (l *ledger) back(c row.EffectClaim, do func(e *row.ClaimedEffect)) error {
	return l.change(c, func(e *row.ClaimedEffect) {
		do(e)
		delete(l.held, e.ID)
		l.waiting = append(l.waiting, *e)
	})
}

func (l *ledger) RetryEffect(_ context.Context, c row.EffectClaim, _ time.Duration, _ string, _ bool) error {
	return l.back(c, func(e *row.ClaimedEffect) { e.Lost = 0 })
}

func (l *ledger) RetellEffect(_ context.Context, c row.EffectClaim, _ time.Duration, _ string) error {
	return l.back(c, func(e *row.ClaimedEffect) { e.Lost, e.Tellings = 0, e.Tellings+1 })
}

// expire ends the lease of every claimed effect, as if all workers were dead.
func (l *ledger) expire() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for one, e := range l.held {
		delete(l.held, one)
		e.Lost++
		l.waiting = append(l.waiting, e)
	}
}

// tried holds the attempts that a handler saw, by effect. Each test uses its own ids.
var tried = map[id.ID][]int{}

// handler calls a function of the attempt.
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

func (h *handler) Recall(result []byte) (any, error) {
	var command string
	err := json.Unmarshal(result, &command)
	return command, err
}

func (h *handler) Failed(e row.ClaimedEffect, err error) any {
	if e.Kind == "panics" {
		panic("on purpose")
	}
	return "failed: " + fault.From(err).Detail
}

// engine stores the commands to actors. The first ones fail.
type engine struct {
	mu   sync.Mutex
	told []any
	err  error
	errs int
}

func (n *engine) Ask(_ context.Context, _ string, _ runtime.Identity, command any) (any, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.errs > 0 {
		n.errs--
		return nil, n.err
	}
	n.told = append(n.told, command)
	return nil, nil //nolint:nilnil // no reply
}

func (n *engine) count() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return len(n.told)
}

func (n *engine) Stop(context.Context) error { return nil }

func run(t *testing.T, l *ledger, n *engine, do func(e row.ClaimedEffect) (any, error)) effects.Stats {
	t.Helper()
	w := effects.New(l, n, effects.Config{Poll: time.Millisecond, NotifyPause: time.Millisecond, Lease: 3 * time.Millisecond})
	h, retry := &handler{do: do}, effects.Retry{Attempts: 3, First: time.Millisecond}
	w.Handle("work", h, retry)
	w.Handle("panics", h, retry)
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
	return w.Stats()
}

func effect() row.ClaimedEffect {
	return row.ClaimedEffect{Effect: row.Effect{ID: id.New(), Kind: "work", Actor: "call", Subject: "s"}}
}

func TestResultIsACommand(t *testing.T) {
	l, n := newLedger(effect(), effect()), &engine{}
	run(t, l, n, func(row.ClaimedEffect) (any, error) { return "dialled", nil })
	if len(n.told) != 2 || n.told[0] != "dialled" {
		t.Errorf("told %v", n.told)
	}
}

func TestTransientErrorIsRetriedAndResumed(t *testing.T) {
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

func TestFinalErrorIsReported(t *testing.T) {
	e := effect()
	l, n := newLedger(e), &engine{}
	run(t, l, n, func(row.ClaimedEffect) (any, error) { return nil, fault.New(fault.Invalid, "no such number") })
	if l.states[e.ID] != "failed" || len(n.told) != 1 || n.told[0] != "failed: no such number" {
		t.Errorf("%s, told %v", l.states[e.ID], n.told)
	}
}

func TestEffectFailsAfterItsAttempts(t *testing.T) {
	e := effect()
	l, n := newLedger(e), &engine{}
	run(t, l, n, func(row.ClaimedEffect) (any, error) { return nil, fault.New(fault.Unavailable, "busy") })
	if l.states[e.ID] != "failed" || len(tried[e.ID]) != 3 {
		t.Errorf("%s after attempts %v", l.states[e.ID], tried[e.ID])
	}
}

func TestUnavailableActorIsNotifiedLater(t *testing.T) {
	e := effect()
	l, n := newLedger(e), &engine{err: fault.New(fault.Limited, "full"), errs: 1}
	run(t, l, n, func(row.ClaimedEffect) (any, error) { return "dialled", nil })
	if l.states[e.ID] != "done" || len(n.told) != 1 {
		t.Errorf("%s, told %v", l.states[e.ID], n.told)
	}
}

func TestPanicFailsOneEffect(t *testing.T) {
	e, other := effect(), effect()
	l, n := newLedger(e, other), &engine{}
	run(t, l, n, func(c row.ClaimedEffect) (any, error) {
		if c.ID == e.ID {
			panic(errors.New("oops"))
		}
		return "dialled", nil
	})
	if l.states[e.ID] != "failed" || l.states[other.ID] != "done" || len(tried[e.ID]) != 3 {
		t.Errorf("states %v after %d tries", l.states, len(tried[e.ID]))
	}
}

// A handler that panics in Failed affects only its own effect.
func TestPanicInFailedFailsOneEffect(t *testing.T) {
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

// A lease is short, and renewed as long as the work takes.
func TestLongWorkKeepsItsLease(t *testing.T) {
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

// An executed effect stays executed, however long the actor is unavailable, and is
// not executed again.
func TestUndeliveredSuccessIsOnlyDeliveredAgain(t *testing.T) {
	for name, err := range map[string]error{
		"the actor is busy":      fault.New(fault.Limited, "full"),
		"something is wrong":     errors.New("in a failed transaction"),
		"the database is away":   fault.New(fault.Unavailable, "away"),
		"the actor has moved on": fault.New(fault.VersionConflict, "moved"),
	} {
		t.Run(name, func(t *testing.T) {
			e := effect()
			l, n := newLedger(e), &engine{err: err, errs: 20}
			l.away = 2
			stats := run(t, l, n, func(row.ClaimedEffect) (any, error) { return "dialled", nil })
			if l.states[e.ID] != "done" || len(tried[e.ID]) != 1 || !slices.Equal(n.told, []any{"dialled"}) {
				t.Errorf("%s after attempts %v, told %v", l.states[e.ID], tried[e.ID], n.told)
			}
			if stats.Renotified != 20 || stats.Retried != 0 || stats.Done != 1 || stats.Failed != 0 {
				t.Errorf("counted %+v", stats)
			}
		})
	}
}

// A failure is final: the notification is retried, not the effect.
func TestUndeliveredFailureIsOnlyDeliveredAgain(t *testing.T) {
	e := effect()
	l, n := newLedger(e), &engine{err: fault.New(fault.Unavailable, "away"), errs: 5}
	run(t, l, n, func(row.ClaimedEffect) (any, error) { return nil, fault.New(fault.Invalid, "no such number") })
	if l.states[e.ID] != "failed" || len(tried[e.ID]) != 1 || !slices.Equal(n.told, []any{"failed: no such number"}) || !strings.Contains(l.remarks[e.ID], "no such number") {
		t.Errorf("%s (%s) after attempts %v, told %v", l.states[e.ID], l.remarks[e.ID], tried[e.ID], n.told)
	}
}

// If the actor never accepts the command, the notification ends, but the success
// remains.
func TestSuccessRemainsIfTheActorRejectsIt(t *testing.T) {
	e := effect()
	l, n := newLedger(e), &engine{err: fault.New(fault.NotFound, "no such call"), errs: 1}
	stats := run(t, l, n, func(row.ClaimedEffect) (any, error) { return "dialled", nil })
	if l.states[e.ID] != "done" || len(n.told) != 0 || !strings.Contains(l.remarks[e.ID], "no such call") || stats.Undelivered != 1 {
		t.Errorf("%s (%s), told %v, counted %+v", l.states[e.ID], l.remarks[e.ID], n.told, stats)
	}
}

// An effect that ends its worker each time finally fails and is reported, whatever it
// may have done. Effects that ran at the same time do not.
func TestEffectThatEndsItsWorkerFails(t *testing.T) {
	poison, beside := effect(), effect()
	l, n := newLedger(poison, beside), &engine{}
	crashes := 0
	for open := true; open; crashes++ {
		d := &dying{poison: poison.ID, crash: make(chan struct{}, 1), dead: make(chan struct{})}
		w := effects.New(l, n, effects.Config{Poll: time.Millisecond, Lease: time.Hour})
		w.Handle("work", d, effects.Retry{})
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() { defer close(ended); w.Run(ctx) }()
		select {
		case <-d.crash:
		case <-l.settled:
			open = false
		}
		cancel()
		l.expire() // nothing that the dead worker does counts from here
		close(d.dead)
		<-ended
	}
	if l.states[poison.ID] != "failed" || l.states[beside.ID] != "done" || crashes != 6 {
		t.Errorf("after %d crashes %v, %v", crashes, l.states, l.remarks)
	}
	if !slices.ContainsFunc(n.told, func(c any) bool { return strings.Contains(c.(string), "begun 5 times") }) {
		t.Errorf("told %v", n.told)
	}
}

// dying is a handler with one effect that ends the process. Effects that run at the
// same time take longer, and so never finish.
type dying struct {
	handler

	poison id.ID
	crash  chan struct{}
	dead   chan struct{}
}

func (d *dying) Do(_ context.Context, e row.ClaimedEffect) (any, error) {
	switch {
	case e.ID == d.poison:
		d.crash <- struct{}{}
	case e.Lost >= 2:
		return "done", nil
	}
	<-d.dead
	return nil, fault.New(fault.Unavailable, "the process has ended")
}
