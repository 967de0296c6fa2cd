package row

import "switchboard/storage/id"

// ChangeRequest is what a client wants of one live record, or of one that is to be made,
// and what rights to the record let him have: its actor decides the rest.
type ChangeRequest struct {
	Record id.ID // "" of one that is to be made
	Set    Fields
	// Expect is the version wanted, 0 where any will do.
	Expect int64
	// Command names the request: its repeat is answered as the first time.
	Command string
}
