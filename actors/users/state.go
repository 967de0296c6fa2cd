package users

import (
	"slices"

	"switchboard/actors/runtime"
	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// State is a stored user.
type State struct {
	User row.Record // the zero Record if the user does not exist
}

// Decide implements runtime.Core.
func (core) Decide(s State, command any, in runtime.Input) (runtime.Decision, error) {
	if s.User.ID == "" {
		return runtime.Decision{}, fault.New(fault.NotFound, "This user does not exist.")
	}
	switch c := command.(type) {
	case SetStatus:
		return decideStatus(s, c, in)
	case OnCall:
		return decideOnCall(s, c, in)
	case OffCall:
		return decideOffCall(s, c, in)
	case Patch:
		return decidePatch(s, c, in)
	default:
		return runtime.Unfamiliar("A user", command)
	}
}

// Apply implements runtime.Core.
func (core) Apply(s State, committed []row.Record) State {
	for _, r := range committed {
		if r.Object == "user" {
			s.User = r
		}
	}
	return s
}

func decideStatus(s State, c SetStatus, in runtime.Input) (runtime.Decision, error) {
	if !slices.Contains(CallStatuses(), c.Status) || c.Status == OnCallStatus || c.Status == Unknown {
		return runtime.Decision{}, fault.Field("call_status", "Please choose available, busy, away, do_not_disturb or offline.")
	}
	old := stored(s.User)
	next := old
	next.Call.Status = c.Status
	if old.Call.Call != "" {
		// During a live call, choosing to be available shows the call; any other
		// choice applies immediately. The last choice is shown after the call.
		next.Call.Resume = c.Status
		if c.Status == Available {
			next.Call.Status = OnCallStatus
		}
	}
	d := write(s, c.By, "user.status", old, next, nil, 0, in)
	d.Reply = Status{CallStatus: next.Call.Status}
	return d, nil
}

func decideOnCall(s State, c OnCall, in runtime.Input) (runtime.Decision, error) {
	old := stored(s.User)
	calls := old.calls()
	if slices.Contains(calls, c.Call) {
		return runtime.Decision{}, nil
	}
	next := old.with(append([]id.ID{c.Call}, calls...))
	if len(calls) == 0 {
		next.Call.Resume = old.Call.Status
	}
	next.Call.Status = OnCallStatus
	return write(s, "", "user.on_call", old, next, nil, 0, in), nil
}

func decideOffCall(s State, c OffCall, in runtime.Input) (runtime.Decision, error) {
	old := stored(s.User)
	calls := old.calls()
	left := slices.DeleteFunc(slices.Clone(calls), func(call id.ID) bool { return call == c.Call })
	if len(left) == len(calls) {
		return runtime.Decision{}, nil
	}
	next := old.with(left)
	if len(left) == 0 {
		next.Call.Resume = ""
		if old.Call.Status == OnCallStatus {
			next.Call.Status = resumed(old.Call.Resume)
		}
	}
	return write(s, "", "user.off_call", old, next, nil, 0, in), nil
}

// resumed returns the status after a call: the one before it, or available if
// unknown.
func resumed(status string) string {
	if status == "" || status == OnCallStatus || status == Unknown || status == Offline {
		return Available
	}
	return status
}

// write returns the decision for a change of availability and further fields. Without
// changes, it has no writes.
func write(s State, by id.ID, cause string, old, next availability, set row.Fields, expect int64, in runtime.Input) runtime.Decision {
	if set == nil {
		set = row.Fields{}
	}
	if !old.equal(next) {
		set["availability"] = merged(s.User, set, next)
	}
	if len(set) == 0 {
		return runtime.Decision{}
	}
	if expect == 0 {
		expect = s.User.Version
	}
	d := runtime.Decision{By: by, Writes: []row.Write{{
		Object: "user", ID: s.User.ID, Op: entry.Updated, Expect: expect, Set: set, Cause: cause,
	}}}
	active, _ := s.User.Bool("is_active")
	activeNow := active
	if value, given := set["is_active"].(bool); given {
		activeNow = value
	}
	if was, is := active && old.Call.Status == Available, activeNow && next.Call.Status == Available; was != is {
		d.Effects = append(d.Effects, row.Effect{
			ID: in.NewID(), Kind: EffectAvailability, Actor: Kind, Subject: s.User.ID,
			Payload: row.JSONValue(AvailabilityPayload{User: s.User.ID, Available: is}),
		})
	}
	return d
}
