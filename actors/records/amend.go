package records

import (
	"encoding/json"
	"maps"

	"switchboard/storage/id"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// amend applies a client's change of a list to the stored list, and returns the whole. It keeps
// the part of the change that has an effect for the owner of the record, which applies it to the
// list at the time of the write, and so never does more than was decided here.
func (in *intake) amend(f *schema.Field, stored any, raw json.RawMessage) (json.RawMessage, error) {
	change, err := f.Type.Amends(f, raw)
	if err != nil {
		return nil, err
	}
	list, _ := stored.([]id.ID)
	whole := row.JSONValue(change.Over(list))
	change.Add, change.Remove = without(change.Add, list), without(change.Remove, without(change.Remove, list))
	if in.amended == nil {
		in.amended = map[string]row.ListChange{}
	}
	in.amended[f.Name] = change
	return whole, nil
}

// named are the values that the client sent: of a list, the added ones. The user may not see the
// others, or they may be gone.
func (in *intake) named() row.Fields {
	return in.with(func(c row.ListChange) any { return c.Add })
}

// wanted is what the owner of a live record is asked for.
func (in *intake) wanted() row.Fields {
	return in.with(func(c row.ListChange) any { return c })
}

// with is what is set, with another value for each list that is changed by what is added and
// removed.
func (in *intake) with(value func(row.ListChange) any) row.Fields {
	if len(in.amended) == 0 {
		return in.set
	}
	out := maps.Clone(in.set)
	for name, change := range in.amended {
		if _, taken := out[name]; taken {
			out[name] = value(change)
		}
	}
	return out
}
