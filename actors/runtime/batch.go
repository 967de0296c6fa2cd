package runtime

import (
	"context"
	"errors"

	"switchboard/storage/fault"
	"switchboard/storage/row"
)

// Batch is several commands to one actor that stand or fall together: each is decided
// on what those before it led to, and all are committed in one transaction, or none.
// Reply: Replies. A refusal names the command by its index.
type Batch struct{ Commands []any }

// Replies are the replies to the commands of a Batch, in their order.
type Replies struct{ Of []any }

// Order is what a caller wants of one actor, one of several orders in a list. An order
// without commands is carried out as it is.
type Order struct {
	Who      Identity
	Commands []any
}

// PartialError says what became of each order of a list of which some were refused
// although all had been agreed to: something changed in between.
type PartialError struct {
	// Outcomes are in the order of the list; nil is one that was carried out.
	Outcomes []error
}

// Error implements error.
func (p *PartialError) Error() string {
	return "some of a list were refused: " + errors.Join(p.Outcomes...).Error()
}

// Outcome makes one error of what became of each item of a list: nil where all were
// carried out, the first refusal where none was, else a PartialError. Each refusal
// names its item by the index.
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

// AskAll carries out a list of orders to actors of one kind and gives the replies of
// each. The orders to one actor are one Batch. Where there are several actors, all of
// them decide before the first is asked in earnest, so that what is known to be refused
// leaves nothing behind; one that refuses only then, because something changed
// meanwhile, makes the error a PartialError. Any other error means that nothing was
// carried out, and names the order by its index.
func AskAll(ctx context.Context, engine Engine, kind string, orders []Order) ([][]any, error) {
	replies := make([][]any, len(orders))
	parts := partsOf(orders)
	if len(parts) > 1 {
		rehearsed := make([][]any, len(orders))
		for _, p := range parts {
			if at, err := p.ask(Rehearse(ctx), engine, kind, orders, rehearsed); err != nil {
				return nil, fault.From(err).At(max(at, p.orders[0]))
			}
		}
	}
	outcomes := make([]error, len(orders))
	var first error // the refusal itself, not that of its neighbours
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

// AskRows is AskAll for the rows of a list that a client sent. wanted authorises a row
// where rights to records don't say all, and says what to ask for it; every row is
// authorised before the first actor is asked.
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

// part is what a list wants of one actor.
type part struct {
	who      Identity
	orders   []int // their places in the list
	commands []any
	of       []int // the place of the order that each command is of
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

// ask puts the replies to their orders. at is the order that was refused, -1 where the
// refusal is of none in particular.
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

// refuse says of each order of the part why it was not carried out.
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
