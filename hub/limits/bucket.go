package limits

import (
	"time"

	"switchboard/storage/ratelimit"
)

// Bucket counts the events of a client against a rate, and notices floods. It
// has no lock of its own.
type Bucket struct {
	ratelimit.Allowance

	rate    ratelimit.Rate
	refused int // refusals, less the events granted since
}

// floodFactor times the burst is the number of refusals, less the events
// granted since, that makes a flood: the client has been sending far more
// than allowed for a long time.
const floodFactor = 10

// NewBucket returns a full bucket.
func NewBucket(perSecond float64, burst int) Bucket {
	return Bucket{rate: ratelimit.PerSecond(perSecond, burst)}
}

// Take takes one event. It returns how long to wait, or 0 on success;
// tolerated is false if the client floods.
func (b *Bucket) Take(now time.Time) (wait time.Duration, tolerated bool) {
	if wait = b.Allowance.Take(now, b.rate, 1); wait == 0 {
		b.refused = max(0, b.refused-1)
		return 0, true
	}
	b.refused++
	return wait, b.refused < b.rate.Burst*floodFactor
}
