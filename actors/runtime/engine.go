package runtime

import (
	"context"

	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// Identity names one actor: organization and id of the thing it owns.
type Identity struct {
	Organization id.ID
	ID           id.ID
}

// Engine asks actors. Two implementations, local and cluster, pass one suite.
type Engine interface {
	// Ask hands the command to the actor and waits for its reply. A full mailbox
	// answers fault.Limited, an engine that stops fault.Unavailable, both with
	// RetryAfter. The reply's type is the command's business.
	Ask(ctx context.Context, kind string, who Identity, command any) (any, error)
	// Stop lets running commands end and refuses new ones.
	Stop(ctx context.Context) error
}

// AskFor is Ask for a command with a reply of one type; another one is fault.Internal.
func AskFor[Reply any](ctx context.Context, engine Engine, kind string, who Identity, command any) (Reply, error) {
	var none Reply
	reply, err := engine.Ask(ctx, kind, who, command)
	if err != nil {
		return none, err
	}
	known, ok := reply.(Reply)
	if !ok {
		return none, fault.New(fault.Internal, "A %s answered %T with %T.", kind, command, reply)
	}
	return known, nil
}

// Actor is one activated identity. Receive is never called twice at once.
type Actor interface {
	Receive(ctx context.Context, command any) (any, error)
}

// Factory makes the actor of an identity; it loads nothing (the first Receive does).
type Factory func(who Identity) Actor
