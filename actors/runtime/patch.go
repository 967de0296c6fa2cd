package runtime

import (
	"context"
	"maps"

	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Patch is the command to change fields of an actor's record, as far as rights to the
// record let its author. Each kind of actor has one of its own, which embeds it.
type Patch struct {
	Given
	Set    row.Fields
	Expect int64 // the version wanted, 0 where any will do
}

// Overwrites implements Overwriting.
func (Patch) Overwrites() {}

// Condition implements Conditional.
func (c Patch) Condition() int64 { return c.Expect }

// Over is what the change sets in the record as it stands: lists whole, whose entries a client
// adds and removes. fault.Invalid where one would have too many.
func (c Patch) Over(stands row.Record) (row.Fields, error) {
	out := maps.Clone(c.Set)
	for name, value := range c.Set {
		change, is := value.(row.ListChange)
		if !is {
			continue
		}
		list := change.Over(stands.Lookups(name))
		if len(list) > change.Most {
			return nil, fault.Field(name, "There may be %d entries, not %d", change.Most, len(list))
		}
		out[name] = list
	}
	return out, nil
}

// PatchOf is what a row of a client's change asks of its actor.
func PatchOf(by id.ID, r row.ChangeRequest) Patch {
	return Patch{Given: Given{By: by, Command: r.Command}, Set: r.Set, Expect: r.Expect}
}

// PatchRows has each row's actor change its record: command makes a command of the kind.
func PatchRows(ctx context.Context, engine Engine, kind string, organization, by id.ID, rows []row.ChangeRequest, command func(Patch) any) error {
	_, err := AskRows(ctx, engine, kind, rows, func(r row.ChangeRequest) (Order, error) {
		return Order{Who: Identity{Organization: organization, ID: r.Record}, Commands: []any{command(PatchOf(by, r))}}, nil
	})
	return err
}
