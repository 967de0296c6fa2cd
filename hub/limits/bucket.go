package limits

import "time"

// Bucket is a token bucket for events. It has no lock of its own.
type Bucket struct {
	perSecond, burst float64
	tokens           float64
	at               time.Time
	refused          int // refusals, less the events granted since
}

// floodFactor times the burst is the number of refusals, less the events
// granted since, that makes a flood: the client has been sending far more
// than allowed for a long time.
const floodFactor = 10

// NewBucket returns a full bucket.
func NewBucket(perSecond float64, burst int) Bucket {
	return Bucket{perSecond: perSecond, burst: float64(burst), tokens: float64(burst)}
}

// Take takes one token. It returns how long to wait, or 0 on success;
// tolerated is false if the client floods.
func (p *Bucket) Take(now time.Time) (wait time.Duration, tolerated bool) {
	p.fill(now)
	if p.tokens >= 1 {
		p.tokens--
		p.refused = max(0, p.refused-1)
		return 0, true
	}
	p.refused++
	wait = time.Duration((1 - p.tokens) / p.perSecond * float64(time.Second))
	return wait, float64(p.refused) < p.burst*floodFactor
}

func (p *Bucket) fill(now time.Time) {
	if !p.at.IsZero() {
		p.tokens = min(p.burst, p.tokens+now.Sub(p.at).Seconds()*p.perSecond)
	}
	p.at = now
}

// full reports whether the bucket is full.
func (p *Bucket) full(now time.Time) bool {
	p.fill(now)
	return p.tokens >= p.burst
}
