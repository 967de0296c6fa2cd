package calls

import (
	"context"

	"switchboard/actors/runtime"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Store is what calls need of storage.
type Store interface {
	runtime.Committer
	Get(ctx context.Context, organization id.ID, object string, record id.ID) (row.Record, error)
	Find(ctx context.Context, organization id.ID, query row.Query) ([]row.Record, error)
	Read(ctx context.Context, organization id.ID, request row.ReadRequest) (row.Page, error)
}

// core is the call's part of its actor; Decide and Apply stand in state.go.
type core struct{ store Store }

// Factory makes the call actors.
func Factory(store Store, options runtime.WriterOptions) runtime.Factory {
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
