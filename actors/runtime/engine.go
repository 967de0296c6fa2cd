package runtime

import (
	"context"

	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// Identity names one actor: the organization and the id of what it owns.
type Identity struct {
	Organization id.ID
	ID           id.ID
}

// Engine sends commands to actors. The local and the cluster implementation pass the
// same suite.
type Engine interface {
	// Ask sends the command to the actor and waits for its reply. A full mailbox
	// returns fault.Limited, a stopping engine fault.Unavailable, both with
	// RetryAfter. The type of the reply depends on the command.
	Ask(ctx context.Context, kind string, who Identity, command any) (any, error)
	// Stop rejects new commands and lets running ones end.
	Stop(ctx context.Context) error
}

// AskFor is Ask for a command with a reply of one type. Another type is
// fault.Internal.
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

// Actor is one activated identity. Receive never runs concurrently.
type Actor interface {
	Receive(ctx context.Context, command any) (any, error)
}

// Factory creates the actor of an identity. It loads nothing; the first Receive does.
type Factory func(who Identity) Actor
