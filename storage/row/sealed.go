package row

import "switchboard/storage/id"

// SealedPlace is the progress through the encrypted values of an organization.
type SealedPlace struct {
	Column string `json:"column,omitempty"` // "" for the first one
	After  id.ID  `json:"after,omitempty"`  // the last record
	IsOver bool   `json:"over,omitempty"`
}
