package limits

import "time"

// Pace is a token bucket for events. It has no lock of its own.
type Pace struct {
	perSecond, burst float64
	tokens           float64
	at               time.Time
	refused          int // more often than granted
}

// floodFactor times the burst is how many refusals, less what was granted meanwhile, are
// a flood: somebody sends far more than he may for long.
const floodFactor = 10

// NewPace makes a full bucket.
func NewPace(perSecond float64, burst int) Pace {
	return Pace{perSecond: perSecond, burst: float64(burst), tokens: float64(burst)}
}

// Take gives how long to wait, 0 for leave to go on; patience ends with a flood.
func (p *Pace) Take(now time.Time) (wait time.Duration, patience bool) {
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

func (p *Pace) fill(now time.Time) {
	if !p.at.IsZero() {
		p.tokens = min(p.burst, p.tokens+now.Sub(p.at).Seconds()*p.perSecond)
	}
	p.at = now
}

// whole tells whether the bucket is full.
func (p *Pace) whole(now time.Time) bool {
	p.fill(now)
	return p.tokens >= p.burst
}
