package calls

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"switchboard/actors/carrier"
	"switchboard/actors/runtime"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/wait"
)

// How often live calls are compared with the provider (docs/calls.md).
const (
	// touchAfter is the time between two queries about a live call. With a check each
	// minute, modified_date stays well below five minutes.
	touchAfter     = 3 * time.Minute
	reconcileEvery = time.Minute
)

// People manages which users are on a call (actors/users).
type People interface {
	// OnCalls returns the users marked as on a call, with their calls.
	OnCalls(ctx context.Context, organization id.ID) (map[id.ID][]id.ID, error)
	// Left reports that a user is no longer on a call.
	LeftCall(ctx context.Context, organization, user, call id.ID) error
}

// Reconciler compares live calls with the provider. It queries calls that were quiet
// for a while, and all calls after a start, so that a lost callback cannot leave a
// call open forever. It also frees users who missed the end of their call.
type Reconciler struct {
	Service *Service
	Phone   Phone
	People  People // optional
	Open    Open
	Logger  *slog.Logger
}

// Run reconciles every live call at once, then periodically the ones that were quiet,
// until ctx ends.
func (k *Reconciler) Run(ctx context.Context) {
	k.reconcileOld(ctx, 0)
	wait.Every(ctx, reconcileEvery, func() { k.reconcileOld(ctx, touchAfter) })
}

// reconcileOld reconciles only organizations with open calls, so the others cost
// nothing.
func (k *Reconciler) reconcileOld(ctx context.Context, age time.Duration) {
	organizations := map[id.ID]bool{}
	for _, object := range []string{"call", "user"} {
		open, err := k.Open.Open(ctx, object)
		if err != nil {
			k.warn(ctx, "live calls could not be found", err)
			return
		}
		for organization := range open {
			organizations[organization] = true
		}
	}
	for organization := range organizations {
		if err := k.Reconcile(ctx, organization, age); err != nil {
			k.warn(ctx, "live calls could not be reconciled", err, "organization", organization)
		}
	}
}

// Reconcile queries the provider about every live call of the organization that
// started, and was queried, at least age ago, and passes the results to the calls.
// Reports of browsers do not count: they say nothing about what the provider knows.
func (k *Reconciler) Reconcile(ctx context.Context, organization id.ID, age time.Duration) error {
	live, err := k.Service.live(ctx, organization)
	if err != nil {
		return err
	}
	var failed error
	for _, call := range live {
		known := withCall(runtime.Identity{}, call).Facts
		if age > 0 && time.Since(latest(known.Started, known.Queried)) < age {
			continue
		}
		if err := k.reconcile(ctx, organization, call); err != nil {
			failed = errors.Join(failed, err)
		}
	}
	return errors.Join(failed, k.releaseUsers(ctx, organization))
}

// releaseUsers frees users marked as on a call that is over or not theirs. It reads
// the users before the calls, so that a call that starts in between is not affected.
func (k *Reconciler) releaseUsers(ctx context.Context, organization id.ID) error {
	if k.People == nil {
		return nil
	}
	on, err := k.People.OnCalls(ctx, organization)
	if err != nil || len(on) == 0 {
		return err
	}
	owners, err := k.Service.ownersOf(ctx, organization, on)
	if err != nil {
		return err
	}
	var failed error
	for user, calls := range on {
		for _, call := range calls {
			if !slices.Contains(owners[call], user) {
				failed = errors.Join(failed, k.People.LeftCall(ctx, organization, user, call))
			}
		}
	}
	return failed
}

// ask queries the provider about a call that still rings.
func (k *Reconciler) ask(ctx context.Context, organization, call id.ID) error {
	record, err := k.Service.store.Get(ctx, organization, "call", call)
	switch {
	case fault.Is(err, fault.NotFound):
		return nil
	case err != nil || record.Text("status") != Ringing:
		return err
	default:
		return k.reconcile(ctx, organization, record)
	}
}

// reconcile queries one call: the participants of its conference, then each known leg
// that is missing there.
func (k *Reconciler) reconcile(ctx context.Context, organization id.ID, call row.Record) error {
	at := time.Now().UTC()
	legs, err := k.Phone.Conference(ctx, string(call.ID))
	if err != nil {
		return err
	}
	known := map[string]bool{}
	for _, leg := range legs {
		known[leg.SID] = true
	}
	for sid, l := range withCall(runtime.Identity{Organization: organization, ID: call.ID}, call).Facts.Legs {
		if known[sid] || l.Status.Over() {
			continue
		}
		leg, err := k.Phone.Call(ctx, sid)
		if fault.Is(err, fault.NotFound) {
			leg, err = carrier.Leg{SID: sid, Status: l.assumedStatus()}, nil
		}
		if err != nil {
			return err
		}
		leg.Label = l.Label
		legs = append(legs, leg)
	}
	if _, err = k.Service.ask(ctx, organization, call.ID, Observed{Legs: legs, At: at}); err != nil {
		return err
	}
	facts := withCall(runtime.Identity{}, call).Facts
	if r := facts.recorded(); r != nil && r.SID != "" {
		return k.recordings(ctx, organization, call.ID, r.Leg)
	}
	return nil
}

// recordings queries the recordings of a leg.
func (k *Reconciler) recordings(ctx context.Context, organization, call id.ID, leg string) error {
	found, err := k.Phone.Recordings(ctx, leg)
	if err != nil || len(found) == 0 {
		return err
	}
	_, err = k.Service.ask(ctx, organization, call, RecordingsSeen{Recordings: found})
	return err
}

func (k *Reconciler) warn(ctx context.Context, text string, err error, more ...any) {
	if ctx.Err() == nil {
		k.Logger.Warn(text, append(more, "error", err)...)
	}
}
