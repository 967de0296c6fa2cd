package row

import (
	"slices"

	"switchboard/storage/id"
)

// ListChange says what becomes of a list of lookups, whatever stands in it at the moment of
// the write. It is a value of Fields on the way to who owns the record alone
// (ChangeRequest): what is stored and written is the list.
type ListChange struct {
	Add    []id.ID `json:"add,omitempty"`
	Remove []id.ID `json:"remove,omitempty"`
	// Most is how many entries the list may have then.
	Most int `json:"most"`
}

// Over returns the list as it is then: what is new to it stands at its end.
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
