package row

import "switchboard/storage/id"

// ChangeRequest is what a client wants of one live record, or of one that is to be
// made: its actor decides.
type ChangeRequest struct {
	Record id.ID // "" of one that is to be made
	Set    Fields
	// Expect is the version wanted, 0 where any will do.
	Expect int64
	// Command names the request: its repeat is answered as the first time.
	Command string
}

// ChangeDone is what came of a ChangeRequest.
type ChangeDone struct {
	Record  id.ID
	Ignored []string // fields that were not taken
}
