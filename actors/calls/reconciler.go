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
	// touchAfter is how long after it was asked the provider is asked again about a live
	// call: checked each minute, modified_date stays well below five minutes.
	touchAfter     = 3 * time.Minute
	reconcileEvery = time.Minute
)

// People are those who can be on a call (actors/users).
type People interface {
	// OnCalls gives the users who are said to be on a call, and on which ones.
	OnCalls(ctx context.Context, organization id.ID) (map[id.ID][]id.ID, error)
	// Left says that a user is not on a call any more.
	Left(ctx context.Context, organization, user, call id.ID) error
}

// Reconciler compares live calls with the provider: it asks the provider what has become
// of those that were quiet for a while, and of all after a start, so that a lost callback
// leaves no call that never ends; and it frees users who were never told that their call
// is over.
type Reconciler struct {
	Service *Service
	Phone   Phone
	People  People // nil for nobody
	Open    Open
	Logger  *slog.Logger
}

// Run reconciles every live call at once, then those that grow old, until ctx ends.
func (k *Reconciler) Run(ctx context.Context) {
	k.reconcileOld(ctx, 0)
	wait.Every(ctx, reconcileEvery, func() { k.reconcileOld(ctx, touchAfter) })
}

// reconcileOld reconciles the organizations in which anybody is on the phone: those
// without a call cost nothing.
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

// Reconcile asks the provider about every live call of the organization that began, and was
// asked about, at least age ago, and tells the calls. What a browser tells of its line says
// nothing of what the provider knows.
func (k *Reconciler) Reconcile(ctx context.Context, organization id.ID, age time.Duration) error {
	live, err := k.Service.live(ctx, organization)
	if err != nil {
		return err
	}
	var failed error
	for _, call := range live {
		known := withCall(runtime.Identity{}, call).Facts
		if age > 0 && time.Since(latest(known.Started, known.Seen)) < age {
			continue
		}
		if err := k.reconcile(ctx, organization, call); err != nil {
			failed = errors.Join(failed, err)
		}
	}
	return errors.Join(failed, k.letGo(ctx, organization))
}

// letGo tells users who are said to be on a call that is over, or not theirs, that they
// are not. Who they are is read before what has become of the calls: a call that has
// begun since is not among them.
func (k *Reconciler) letGo(ctx context.Context, organization id.ID) error {
	if k.People == nil {
		return nil
	}
	on, err := k.People.OnCalls(ctx, organization)
	if err != nil || len(on) == 0 {
		return err
	}
	whose, err := k.Service.whose(ctx, organization, on)
	if err != nil {
		return err
	}
	var failed error
	for user, calls := range on {
		for _, call := range calls {
			if !slices.Contains(whose[call], user) {
				failed = errors.Join(failed, k.People.Left(ctx, organization, user, call))
			}
		}
	}
	return failed
}

// ask asks the provider about a call that still rings.
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

// reconcile asks about one call: who is in its conference, and of each leg that is
// known and not there, what has become of it.
func (k *Reconciler) reconcile(ctx context.Context, organization id.ID, call row.Record) error {
	asked := time.Now().UTC()
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
			leg, err = carrier.Leg{SID: sid, Status: l.gone()}, nil
		}
		if err != nil {
			return err
		}
		leg.Label = l.Label
		legs = append(legs, leg)
	}
	if _, err = k.Service.ask(ctx, organization, call.ID, Observed{Legs: legs, At: asked}); err != nil {
		return err
	}
	facts := withCall(runtime.Identity{}, call).Facts
	if r := facts.recorded(); r != nil && r.SID != "" {
		return k.recordings(ctx, organization, call.ID, r.Leg)
	}
	return nil
}

// recordings asks what has become of a leg's recordings.
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
