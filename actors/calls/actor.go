package calls

import (
	"context"
	"slices"

	"switchboard/actors/carrier"
	"switchboard/actors/runtime"
)

// Processed lists the processed event kinds of a provider's object (storage/pg).
type Processed interface {
	InboundKinds(ctx context.Context, provider, providerID string) ([]string, error)
}

// core is the call's runtime.Core. Decide and Apply are in state.go.
type core struct {
	store     runtime.Store
	processed Processed
}

// Factory returns the factory of call actors.
func Factory(store runtime.Store, processed Processed, options runtime.WriterOptions) runtime.Factory {
	return runtime.Writers(core{store, processed}, store, options)
}

// Load implements runtime.Core.
func (c core) Load(ctx context.Context, who runtime.Identity) (State, error) {
	call, err := runtime.Own(ctx, c.store, who, "call")
	return withCall(who, call), err
}

// Prepare implements runtime.Core. It looks up whether the leg that starts the call
// has already ended: callbacks can overtake each other, and a callback for a call
// that does not exist yet leaves only its dedup row.
func (c core) Prepare(ctx context.Context, _ runtime.Identity, s *State, command any) error {
	s.EndedBefore = ""
	sid := ""
	switch m := command.(type) {
	case Inbound:
		sid = m.Call.SID
	case Dial:
		sid = m.Leg
	}
	if s.exists() || sid == "" {
		return nil
	}
	kinds, err := c.processed.InboundKinds(ctx, carrier.Provider, sid)
	if err != nil {
		return err
	}
	for _, status := range carrier.FinalStatuses() {
		if slices.Contains(kinds, carrier.LegEventKind(status)) {
			s.EndedBefore = status
		}
	}
	return nil
}
