package calls

import (
	"context"

	"switchboard/actors/runtime"
)

// core is the call's part of its actor; Decide and Apply stand in state.go.
type core struct{ store runtime.Store }

// Factory makes the call actors.
func Factory(store runtime.Store, options runtime.WriterOptions) runtime.Factory {
	return runtime.Writers(core{store}, store, options)
}

// Load implements runtime.Core.
func (c core) Load(ctx context.Context, who runtime.Identity) (State, error) {
	call, err := runtime.Own(ctx, c.store, who, "call")
	return withCall(who, call), err
}

// Prepare implements runtime.Core: a call's commands bring what they need.
func (core) Prepare(context.Context, runtime.Identity, *State, any) error { return nil }
