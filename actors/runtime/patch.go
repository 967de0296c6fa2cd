package runtime

import (
	"context"
	"maps"

	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Patch is the command to change fields of an actor's record, within the author's
// rights. Each kind of actor has its own, which embeds it.
type Patch struct {
	CommandMeta
	Set    row.Fields
	Expect int64 // the expected version, or 0 for any
}

// Overwrites implements NonIdempotent.
func (Patch) Overwrites() {}

// Condition implements Conditional.
func (c Patch) Condition() int64 { return c.Expect }

// Over returns the fields to set in the current record, with whole lists, of which
// clients add and remove entries. It returns fault.Invalid if a list would be too
// long.
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

// PatchOf returns the command for a row of a client's change.
func PatchOf(by id.ID, r row.ChangeRequest) Patch {
	return Patch{CommandMeta: CommandMeta{By: by, Command: r.Command}, Set: r.Set, Expect: r.Expect}
}

// PatchRows sends each row's change to its actor. command converts it to the command
// of the kind.
func PatchRows(ctx context.Context, engine Engine, kind string, organization, by id.ID, rows []row.ChangeRequest, command func(Patch) any) error {
	_, err := AskRows(ctx, engine, kind, rows, func(r row.ChangeRequest) (Order, error) {
		return Order{Who: Identity{Organization: organization, ID: r.Record}, Commands: []any{command(PatchOf(by, r))}}, nil
	})
	return err
}
