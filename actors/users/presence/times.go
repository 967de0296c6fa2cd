package presence

import "time"

// The times of presence (docs/calls.md).
const (
	// leaseTime is how long a user without socket keeps his dot: a reload or a cut
	// of the network is not a departure. After a start nothing is known for as long.
	leaseTime = 30 * time.Second
	// idleTime is how long an idle user stays available.
	idleTime = 10 * time.Minute
	// sweepTime is the pause before what failed is tried again.
	sweepTime = time.Second
	// keepTime is how long the users of an organization are kept of whom nobody is
	// connected here and for whom nobody asks.
	keepTime = time.Minute
)
