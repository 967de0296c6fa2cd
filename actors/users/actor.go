package users

import (
	"context"

	"switchboard/actors/runtime"
)

// core is the user's runtime.Core. Decide and Apply are in state.go.
type core struct{ store runtime.Store }

// Factory returns the factory of user actors.
func Factory(store runtime.Store, options runtime.WriterOptions) runtime.Factory {
	return runtime.Writers(core{store}, store, options)
}

// Load implements runtime.Core.
func (c core) Load(ctx context.Context, who runtime.Identity) (State, error) {
	user, err := runtime.Own(ctx, c.store, who, "user")
	return State{User: user}, err
}

// Prepare implements runtime.Core. A user's commands need nothing more.
func (core) Prepare(context.Context, runtime.Identity, *State, any) error { return nil }
