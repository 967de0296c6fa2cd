package runtime

import (
	"context"
	"errors"

	"switchboard/storage/fault"
	"switchboard/storage/row"
)

// Batch is several commands to one actor that succeed or fail together. Each is
// decided on the result of those before it, and all are committed in one transaction.
// Reply: Replies. An error names the command by its index.
type Batch struct{ Commands []any }

// Replies are the replies to the commands of a Batch, in their order.
type Replies struct{ Of []any }

// Order is the commands for one actor, one of several orders in a list. An order
// without commands always succeeds.
type Order struct {
	Who      Identity
	Commands []any
}

// PartialError holds the outcome of each order of a list if some failed after all had
// been accepted in a dry run, because something changed in between.
type PartialError struct {
	// Outcomes are in the order of the list. nil means success.
	Outcomes []error
}

// Error implements error.
func (p *PartialError) Error() string {
	return "some of a list were refused: " + errors.Join(p.Outcomes...).Error()
}

// Outcome combines the outcomes of a list's items into one error: nil if all
// succeeded, the first error if none did, else a PartialError. Each error names its
// item by the index.
func Outcome(outcomes []error) error {
	var first error
	refused := 0
	for i, err := range outcomes {
		if err == nil {
			continue
		}
		refused++
		outcomes[i] = fault.From(err).At(i)
		if first == nil {
			first = outcomes[i]
		}
	}
	if refused == 0 || refused == len(outcomes) {
		return first
	}
	return &PartialError{Outcomes: outcomes}
}

// AskAll executes a list of orders to actors of one kind and returns the replies of
// each. The orders to one actor form one Batch. With several actors, a dry run asks
// all of them first, so that an order that is already invalid leaves nothing behind.
// If one fails only after that, because something changed, the error is a
// PartialError. Any other error means that nothing was executed, and names the order
// by its index.
func AskAll(ctx context.Context, engine Engine, kind string, orders []Order) ([][]any, error) {
	replies := make([][]any, len(orders))
	parts := partsOf(orders)
	if len(parts) > 1 {
		rehearsed := make([][]any, len(orders))
		for _, p := range parts {
			if at, err := p.ask(WithDryRun(ctx), engine, kind, orders, rehearsed); err != nil {
				return nil, fault.From(err).At(max(at, p.orders[0]))
			}
		}
	}
	outcomes := make([]error, len(orders))
	var first error // the error itself, not that of its neighbors
	carried := len(parts) == 0
	for _, p := range parts {
		at, err := p.ask(ctx, engine, kind, orders, replies)
		if err == nil {
			carried = true
			continue
		}
		p.refuse(outcomes, at, err)
		if first == nil {
			first = outcomes[max(at, p.orders[0])]
		}
	}
	switch {
	case first == nil:
		return replies, nil
	case !carried:
		return nil, first
	default:
		return replies, &PartialError{Outcomes: outcomes}
	}
}

// AskRows is AskAll for the rows of a list that a client sent. wanted authorizes a
// row if its record's rights are not enough, and returns its order. Every row is
// authorized before the first actor is asked.
func AskRows(ctx context.Context, engine Engine, kind string, rows []row.ChangeRequest,
	wanted func(row.ChangeRequest) (Order, error),
) (replies [][]any, err error) {
	orders := make([]Order, len(rows))
	for i, r := range rows {
		if orders[i], err = wanted(r); err != nil {
			return nil, fault.From(err).At(i)
		}
	}
	return AskAll(ctx, engine, kind, orders)
}

// part is the orders of a list for one actor.
type part struct {
	who      Identity
	orders   []int // their indexes in the list
	commands []any
	of       []int // the index of each command's order
}

func partsOf(orders []Order) []*part {
	var parts []*part
	byWho := map[Identity]*part{}
	for i, o := range orders {
		if len(o.Commands) == 0 {
			continue
		}
		p := byWho[o.Who]
		if p == nil {
			p = &part{who: o.Who}
			byWho[o.Who], parts = p, append(parts, p)
		}
		p.orders = append(p.orders, i)
		for _, command := range o.Commands {
			p.commands, p.of = append(p.commands, command), append(p.of, i)
		}
	}
	return parts
}

// ask stores the replies of the part's orders. at is the order that failed, or -1 if
// the error concerns none in particular.
func (p *part) ask(ctx context.Context, engine Engine, kind string, orders []Order, replies [][]any) (at int, err error) {
	if len(p.commands) == 1 {
		reply, err := engine.Ask(ctx, kind, p.who, p.commands[0])
		if err == nil {
			replies[p.of[0]] = []any{reply}
		}
		return p.of[0], err
	}
	reply, err := engine.Ask(ctx, kind, p.who, Batch{Commands: p.commands})
	if err != nil {
		if i := fault.From(err).Index; i >= 0 && i < len(p.of) {
			return p.of[i], err
		}
		return -1, err
	}
	all, ok := reply.(Replies)
	if !ok || len(all.Of) != len(p.commands) {
		return -1, fault.New(fault.Internal, "An actor of kind %s answered a list with %T.", kind, reply)
	}
	for next, i := 0, 0; i < len(p.orders); i++ {
		n := len(orders[p.orders[i]].Commands)
		replies[p.orders[i]] = all.Of[next : next+n]
		next += n
	}
	return -1, nil
}

// refuse sets the error of each of the part's orders.
func (p *part) refuse(outcomes []error, at int, err error) {
	for _, i := range p.orders {
		switch {
		case at < 0 || at == i:
			outcomes[i] = fault.From(err).At(i)
		default:
			outcomes[i] = fault.New(fault.Conflict, "This was not carried out, because the item at index %d was refused and the two go together. Please try again without it.", at).At(i)
		}
	}
}
