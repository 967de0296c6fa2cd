package row

import (
	"slices"

	"switchboard/storage/id"
)

// ListChange adds to and removes from a list of lookups, whatever the list holds when it is
// written. It is a value of Fields only in requests to a record's owner (ChangeRequest); the
// resulting list is stored.
type ListChange struct {
	Add    []id.ID `json:"add,omitempty"`
	Remove []id.ID `json:"remove,omitempty"`
	// Most bounds the resulting list.
	Most int `json:"most"`
}

// Over returns the resulting list, with new entries at the end.
func (c ListChange) Over(list []id.ID) []id.ID {
	out := make([]id.ID, 0, len(list)+len(c.Add))
	for _, one := range list {
		if !slices.Contains(c.Remove, one) {
			out = append(out, one)
		}
	}
	for _, one := range c.Add {
		if !slices.Contains(out, one) {
			out = append(out, one)
		}
	}
	return out
}
