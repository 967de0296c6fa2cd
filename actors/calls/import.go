package calls

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"switchboard/actors/runtime"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// TimedCommand is a command and when the call received it.
type TimedCommand struct {
	At      time.Time
	Command any
}

// Import builds a past call from its commands, with the same decisions as a live
// call. It returns the call's fields and the writes of its journal and conference
// records. It executes no effects.
func Import(organization, call id.ID, lived []TimedCommand) (row.Fields, []row.Write, error) {
	s := State{Who: runtime.Identity{Organization: organization, ID: call}}
	s.Call.Fields = row.Fields{}
	var made []row.Write
	ids := 0
	for _, one := range lived {
		at := one.At
		d, err := core{}.Decide(s, one.Command, runtime.Input{Now: at, NewID: func() id.ID {
			ids++
			return id.Derived(fmt.Sprintf("past:%s:%d", call, ids))
		}})
		if err != nil {
			return nil, nil, fmt.Errorf("%T: %w", one.Command, err)
		}
		next := row.Record{Object: "call", ID: call, Version: s.Call.Version + 1, Fields: maps.Clone(s.Call.Fields)}
		for _, w := range d.Writes {
			if w.Object == "call" {
				maps.Copy(next.Fields, w.Set)
				continue
			}
			if i := slices.IndexFunc(made, func(m row.Write) bool { return m.ID == w.ID }); i >= 0 {
				maps.Copy(made[i].Set, w.Set)
				continue
			}
			w.Set["created_date"] = at
			made = append(made, w)
		}
		s = withCall(s.Who, next)
	}
	return s.Call.Fields, made, nil
}
