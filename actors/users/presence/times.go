package presence

import "time"

// The times of presence (docs/calls.md).
const (
	// leaseTime is how long a user without sockets keeps the dot, since a reload or a
	// network interruption is no departure. It is also the grace period after a
	// start.
	leaseTime = 30 * time.Second
	// idleTime is how long an idle user stays available.
	idleTime = 10 * time.Minute
	// sweepTime is the pause before a retry.
	sweepTime = time.Second
	// keepTime is how long the users of an organization without connections and
	// queries here are kept.
	keepTime = time.Minute
)
