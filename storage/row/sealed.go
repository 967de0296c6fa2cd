package row

import "switchboard/storage/id"

// SealedPlace is how far it was gone through the sealed values of an organization.
type SealedPlace struct {
	Column string `json:"column,omitempty"` // "" for the first one
	After  id.ID  `json:"after,omitempty"`  // the last record
	IsOver bool   `json:"over,omitempty"`
}
