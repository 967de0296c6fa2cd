package calls

import (
	"slices"
	"time"

	"switchboard/actors/runtime"
	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// decideRoute transfers a call that nobody has accepted: it rings only for the
// target, as long as a transfer does, and then again for its earlier targets.
func decideRoute(s State, c Transfer, in runtime.Input) (runtime.Decision, error) {
	switch t := s.Facts.Transfer; {
	case !c.Supervisor && !slices.Contains(s.Facts.canAccept(), c.By):
		return runtime.Decision{}, fault.New(fault.Forbidden, "This call does not ring for you.")
	case c.Warm:
		return runtime.Decision{}, fault.New(fault.Conflict, "Nobody is on the line yet.")
	case t.underWay() && t.To == c.To:
		return runtime.Decision{Reply: ref(s)}, nil
	case t.underWay():
		return runtime.Decision{}, fault.New(fault.Conflict, "This call is being transferred already. Cancel that first.")
	case c.To == c.By:
		return runtime.Decision{}, fault.Field("user", "Accept this call to take it yourself")
	}
	f := s.Facts.clone()
	f.Transfer = &transfer{ID: in.NewID(), From: c.By, To: c.To, Routed: true, At: in.Now, State: TransferPending}
	d := outcome(s, f, c.By, "call.routed", in)
	d.Effects = append(d.Effects, transferOutEffect(s, f.Transfer, staffTimeout*time.Second, in))
	return d, nil
}

// routing reports whether the call was transferred before it was accepted, and has
// not come back.
func (f *facts) routing() bool { return f.Transfer.underWay() && f.Transfer.Routed }

// allTargets returns all users that it rings or rang.
func (f *facts) allTargets() []id.ID {
	rang := slices.Clone(f.Targets)
	if t := f.Transfer; t != nil && t.Routed && !slices.Contains(rang, t.To) {
		rang = append(rang, t.To)
	}
	return rang
}
