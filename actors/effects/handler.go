package effects

import (
	"context"
	"encoding/json"

	"switchboard/storage/fault"
	"switchboard/storage/row"
)

// Handler carries out one kind of effect.
type Handler interface {
	// Do does it and gives the command that tells the actor, nil for none.
	// fault.Unavailable and Limited are tried again, other errors are final. What
	// can't be repeated is sent through a client that asks once.Check of ctx before.
	Do(ctx context.Context, e row.ClaimedEffect) (command any, err error)
	// Failed gives the command that tells the actor that it will not be done, nil
	// for none.
	Failed(e row.ClaimedEffect, err error) (command any)
}

// Recaller is a Handler whose work must not be done again only because its result
// could not be told: the command is kept as JSON with the effect before it is told.
type Recaller interface {
	Handler
	// Recall reads a command that Do or Failed gave.
	Recall(result []byte) (command any, err error)
}

// Delayer is a Handler that tells the actor, too, that its effect has to wait.
type Delayer interface {
	Handler
	// Delayed gives the command that tells that a try failed and will be repeated, nil
	// for none. It is told once, before the effect is put off, and may be missed.
	Delayed(e row.ClaimedEffect, err error) (command any)
}

// Succession is a Recaller whose effects of one subject follow each other without a
// pause: while the provider answers to one the next is claimed, and it is begun as soon
// as the answer is there, while that is stored and told. The subject so takes results
// later than they came about. One that is put off has those behind it wait.
type Succession interface {
	Recaller
	// InSuccession only marks the handler.
	InSuccession()
}

// kind is how effects of one kind are carried out.
type kind struct {
	Handler
	retry Retry
}

// Command is the handler of an effect whose work is the command itself: it is
// only handed over.
type Command func(e row.Effect) (any, error)

// Do implements Handler.
func (c Command) Do(_ context.Context, e row.ClaimedEffect) (any, error) { return c(e.Effect) }

// Failed implements Handler: there is nobody else to tell.
func (Command) Failed(row.ClaimedEffect, error) any { return nil }

// Payload decodes an effect's payload.
func Payload[T any](e row.Effect) (T, error) {
	var p T
	if err := json.Unmarshal(e.Payload, &p); err != nil {
		return p, fault.Wrap(err, fault.Invalid, "The payload of effect %s can't be read.", e.ID)
	}
	return p, nil
}
