package calls_test

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"switchboard/actors/calls"
	"switchboard/actors/carrier"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/waittest"
)

// floor is an office whose users come and go. Candidates and Rings report who is
// available.
type floor struct {
	*office
	there, reloading []string
	// between runs once after the candidates of a call were read.
	between func()
	failing atomic.Int64
	asked   atomic.Int64
}

func openFloor(t *testing.T, there ...string) *floor {
	t.Helper()
	f := &floor{office: open(t), there: there}
	f.service = calls.New(f.engine(), f.store, f, f, f, f, f, f)
	return f
}

func (f *floor) ids(names []string) []id.ID {
	out := make([]id.ID, len(names))
	for i, name := range names {
		out[i] = f.users[name]
	}
	return out
}

// Candidates implements calls.RingTargets.
func (f *floor) Candidates(context.Context, id.ID) ([]id.ID, error) {
	found := f.ids(f.there)
	if do := f.between; do != nil {
		f.between = nil
		do()
	}
	return found, nil
}

// Rings implements calls.RingTargets.
func (f *floor) Rings(_ context.Context, _ id.ID, asked []id.ID) (ringing, missing []id.ID, err error) {
	f.asked.Add(1)
	if f.failing.Add(-1) >= 0 {
		return nil, nil, errors.New("the users can't be read")
	}
	for _, user := range asked {
		switch {
		case slices.Contains(f.ids(f.there), user):
			ringing = append(ringing, user)
		case !slices.Contains(f.ids(f.reloading), user):
			missing = append(missing, user)
		}
	}
	return ringing, missing, nil
}

func (f *floor) rings(when string, call id.ID, want ...string) {
	f.t.Helper()
	got, wanted := f.call(call).Lookups("candidates"), f.ids(want)
	slices.Sort(got)
	if slices.Sort(wanted); !slices.Equal(got, wanted) {
		f.t.Errorf("%s: it rings for %v, want %v", when, got, want)
	}
}

func (f *floor) available(names ...string) {
	f.t.Helper()
	if err := f.service.Available(f.t.Context(), f.org, f.ids(names)...); err != nil {
		f.t.Fatal(err)
	}
}

// Users who become available while a call rings are rung, users who leave no longer
// are, and when the last one has left the call ends. A page reload changes nothing.
func TestRingingFollowsAvailability(t *testing.T) {
	f := openFloor(t, "anna")
	call := f.ring("CA1")
	f.rings("when it arrives", call, "anna")
	f.there = []string{"anna", "ben"}
	f.available("ben")
	f.rings("ben has come", call, "anna", "ben")
	version := f.call(call).Version
	f.available("anna", "ben")
	if again := f.call(call).Version; again != version {
		t.Errorf("what it knew already wrote version %d after %d", again, version)
	}
	f.there, f.reloading = []string{"ben"}, []string{"anna"}
	f.available("anna")
	f.rings("anna reloads", call, "anna", "ben")
	f.reloading = nil
	f.available("anna")
	f.rings("anna did not come back", call, "ben")
	f.there = nil
	f.available("anna", "ben")
	if c := f.call(call); c.Text("status") != calls.NoAnswer || c.Time("end_time").IsZero() {
		t.Errorf("after the last has gone it is %s", c.Text("status"))
	}
	f.there = []string{"anna"}
	f.available("anna")
	if got := f.call(call).Text("status"); got != calls.NoAnswer {
		t.Errorf("and it did not stay so: %s", got)
	}
}

// The reverse order: users who leave before the call arrives are not rung until they
// return.
func TestReturningUserIsRung(t *testing.T) {
	f := openFloor(t, "ben")
	f.reloading = []string{"anna"}
	call := f.ring("CA1")
	f.available("anna") // her grace period or leave, reported late
	f.rings("anna reloads", call, "ben")
	f.reloading, f.there = nil, []string{"anna", "ben"}
	f.available("anna")
	f.rings("anna is back", call, "anna", "ben")
}

// Users who become available between the reading of candidates and the call's first
// row are rung, though nobody can find the call then.
func TestUserAvailableWhileTheCallIsStoredIsRung(t *testing.T) {
	f := openFloor(t, "anna")
	f.between = func() {
		f.there = []string{"anna", "ben"}
		f.available("ben")
	}
	f.rings("ben came meanwhile", f.ring("CA1"), "anna", "ben")
}

// Users who leave while another user accepts are not rung when the call comes back.
func TestUserLeavingDuringAnAcceptIsNotRungAgain(t *testing.T) {
	f := openFloor(t, "anna", "ben")
	call := f.ring("CA1")
	if _, err := f.service.Accept(t.Context(), f.principal("anna"), call, ""); err != nil {
		t.Fatal(err)
	}
	f.there = []string{"anna"}
	f.available("ben")
	failed := carrier.LegEvent{Call: call, SID: "CA2", Label: "user:" + string(f.users["anna"]), Status: carrier.LegNoAnswer, At: time.Now()}
	if err := f.service.LegEvent(t.Context(), f.org, failed, row.Inbound{}); err != nil {
		t.Fatal(err)
	}
	f.rings("it came back", call, "anna")
}

// Presence changes are batched and retried after a failure. Nothing is queried if
// nothing rings.
func TestOffersAreBatchedAndRetried(t *testing.T) {
	f := openFloor(t, "anna")
	offers := calls.NewOffers(f.service, slog.New(slog.DiscardHandler), nil)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		offers.Run(ctx)
	}()
	defer func() {
		cancel()
		<-ended
	}()
	call := f.ring("CA1")
	f.there = []string{"anna", "ben"}
	f.failing.Store(1)
	for range 50 {
		offers.Reached(f.org, f.users["ben"])
		offers.Reached(f.org, f.users["anna"])
		offers.Reached(id.New(), f.users["anna"]) // nothing rings here
	}
	waittest.Until(t, "ben to be rung", func() bool { return len(f.call(call).Lookups("candidates")) >= 2 })
	if n := f.asked.Load(); n != 2 {
		t.Errorf("targets were queried %d times, want one try that failed and one that did not", n)
	}
}
