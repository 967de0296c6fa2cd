package effects

import (
	"context"
	"encoding/json"

	"switchboard/storage/fault"
	"switchboard/storage/row"
)

// Handler executes one kind of effect.
type Handler interface {
	// Do executes the effect and returns the command for the actor, or nil.
	// fault.Unavailable and Limited are retried, other errors are final. What can't
	// be repeated is sent through a client that calls once.Check of ctx first.
	Do(ctx context.Context, e row.ClaimedEffect) (command any, err error)
	// Failed returns the command that reports a final failure to the actor, or nil.
	Failed(e row.ClaimedEffect, err error) (command any)
}

// Recaller is a Handler whose work must not be repeated only because the actor could
// not be notified. The command is stored as JSON with the effect before it is sent.
type Recaller interface {
	Handler
	// Recall decodes a command that Do or Failed returned.
	Recall(result []byte) (command any, err error)
}

// Delayer is a Handler that also notifies the actor when its effect has to wait.
type Delayer interface {
	Handler
	// Delayed returns the command that reports an attempt that failed and will be
	// repeated, or nil. It is sent once, before the effect is postponed, and may be
	// lost.
	Delayed(e row.ClaimedEffect, err error) (command any)
}

// Succession is a Recaller whose effects of one subject follow each other without a
// pause. While the provider handles one, the next is claimed, and it starts as soon
// as the response arrives, while the outcome is being stored. The subject may
// therefore receive results late. A postponed effect delays the ones behind it.
type Succession interface {
	Recaller
	// InSuccession marks the handler.
	InSuccession()
}

// kind is the handler and the retry policy of a kind of effects.
type kind struct {
	Handler
	retry Retry
}

// Command is the handler of an effect that is itself a command.
type Command func(e row.Effect) (any, error)

// Do implements Handler.
func (c Command) Do(_ context.Context, e row.ClaimedEffect) (any, error) { return c(e.Effect) }

// Failed implements Handler. There is nobody else to notify.
func (Command) Failed(row.ClaimedEffect, error) any { return nil }

// Payload decodes an effect's payload.
func Payload[T any](e row.Effect) (T, error) {
	var p T
	if err := json.Unmarshal(e.Payload, &p); err != nil {
		return p, fault.Wrap(err, fault.Invalid, "The payload of effect %s can't be read.", e.ID)
	}
	return p, nil
}
