package row

import "switchboard/storage/id"

// ChangeRequest is a client's change of one live record, or a new one, limited to what the
// principal's rights allow: its actor decides the rest.
type ChangeRequest struct {
	Record id.ID // "" of one that is to be made
	Set    Fields
	// Expect is the version wanted, 0 where any will do.
	Expect int64
	// Command identifies the request: a repeat gets the first response.
	Command string
}
