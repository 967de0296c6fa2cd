package calls

import (
	"context"

	"switchboard/actors/runtime"
	"switchboard/storage/fault"
)

// core is the call's part of its actor; Decide and Apply stand in state.go.
type core struct{ store runtime.Store }

// Factory makes the call actors.
func Factory(store runtime.Store, options runtime.WriterOptions) runtime.Factory {
	return func(who runtime.Identity) runtime.Actor {
		return runtime.NewWriter[State](who, core{store}, store, options)
	}
}

// Load implements runtime.Core.
func (c core) Load(ctx context.Context, who runtime.Identity) (State, error) {
	call, err := c.store.Get(ctx, who.Organization, "call", who.ID)
	if fault.Is(err, fault.NotFound) {
		return State{Who: who}, nil
	}
	if err != nil {
		return State{}, err
	}
	return withCall(who, call), nil
}

// Prepare implements runtime.Core: a call's commands bring what they need.
func (core) Prepare(context.Context, runtime.Identity, *State, any) error { return nil }
