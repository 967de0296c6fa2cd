package records

import (
	"context"
	"errors"
	"strconv"

	"switchboard/actors/feature"
	"switchboard/actors/runtime"
	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// PartialError says what became of each row of a change of several live records, of
// which some were refused although all had been agreed to.
type PartialError = runtime.PartialError

// live has the owners of live objects write their records.
type live struct {
	owners map[string]feature.Owner
	labels *labels
}

// owner finds the owner of an object; done says what is to be done to its records.
func (l *live) owner(o *schema.Object, done string) (feature.Owner, error) {
	if owner := l.owners[o.APIName]; owner != nil {
		return owner, nil
	}
	return nil, fault.New(fault.Forbidden, "A record of %s can't be %s this way", o.Title, done)
}

// create makes the records of the rows, which get their ids.
func (l *live) create(ctx context.Context, p *access.Principal, o *schema.Object, intakes []*intake, command string) error {
	owner, err := l.owner(o, "created")
	if err != nil {
		return err
	}
	if err := l.labels.ahead(ctx, p, o, intakes); err != nil {
		return err
	}
	rows := make([]row.ChangeRequest, len(intakes))
	for i, in := range intakes {
		rows[i] = row.ChangeRequest{Set: in.set, Command: rowCommand(command, i)}
	}
	made, err := owner.Create(ctx, p, o.APIName, rows)
	for i, in := range intakes[:min(len(intakes), len(made))] {
		in.record = made[i]
	}
	return err
}

// patch changes the records of the rows that change something.
func (l *live) patch(ctx context.Context, p *access.Principal, o *schema.Object, intakes []*intake, command string) error {
	owner, err := l.owner(o, "changed")
	if err != nil {
		return err
	}
	if err := l.labels.ahead(ctx, p, o, intakes); err != nil {
		return err
	}
	var rows []row.ChangeRequest
	var places []int // of the rows that change something
	for i, in := range intakes {
		if len(in.set) > 0 {
			rows = append(rows, row.ChangeRequest{Record: in.record, Set: in.wanted(), Expect: in.expect, Command: rowCommand(command, i)})
			places = append(places, i)
		}
	}
	if len(rows) == 0 {
		return nil
	}
	return replaced(owner.Patch(ctx, p, o.APIName, rows), places, len(intakes))
}

// remove deletes records.
func (l *live) remove(ctx context.Context, p *access.Principal, o *schema.Object, writes []row.Write, expect int64, command string) error {
	owner, err := l.owner(o, "deleted")
	if err != nil {
		return err
	}
	rows := make([]row.ChangeRequest, len(writes))
	for i, w := range writes {
		rows[i] = row.ChangeRequest{Record: w.ID, Expect: expect, Command: rowCommand(command, i)}
	}
	return owner.Remove(ctx, p, o.APIName, rows)
}

// replaced makes what is said of some rows of a list what is said of the list.
func replaced(err error, places []int, n int) error {
	if err == nil {
		return nil
	}
	if partial, ok := errors.AsType[*PartialError](err); ok {
		outcomes := make([]error, n)
		for i, err := range partial.Outcomes {
			if err != nil {
				outcomes[places[i]] = fault.From(err).At(places[i])
			}
		}
		return &PartialError{Outcomes: outcomes}
	}
	f := fault.From(err)
	if f.Index < 0 || f.Index >= len(places) {
		return f
	}
	return f.At(places[f.Index])
}

// rowCommand returns each row of a live command an id of its own, so that a repeat of the whole
// repeats each.
func rowCommand(command string, index int) string {
	if command == "" || index == 0 {
		return command
	}
	return string(id.Derived("row:" + command + ":" + strconv.Itoa(index)))
}
