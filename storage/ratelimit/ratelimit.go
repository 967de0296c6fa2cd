package ratelimit

import (
	"context"
	"time"
)

// Limiter keeps allowances by key. The key names what is counted and for whom, such
// as "changes:ORGANIZATION:USER"; the rate is the caller's and may differ from one
// call to the next.
type Limiter interface {
	// Take takes n of the key's allowance. wait is 0 where it was there; else nothing
	// was taken, and wait is when it will be.
	//
	// More than the burst may be taken at once when the whole burst is there; it is
	// paid for afterwards by a longer wait.
	Take(ctx context.Context, key string, rate Rate, n int) (wait time.Duration)
	// Give gives n back that were taken for something that turned out not to count.
	Give(ctx context.Context, key string, rate Rate, n int)
}

// Rate is Count events in each Per, of which Burst may come at once. A Count or Burst
// below one counts as one.
type Rate struct {
	Count int
	Per   time.Duration
	Burst int
}

// PerMinute is n events a minute, all of which may come at once.
func PerMinute(n int) Rate { return Rate{Count: n, Per: time.Minute, Burst: n} }

// PerSecond is n events a second, of which burst may come at once. n may be a
// fraction.
func PerSecond(n float64, burst int) Rate {
	return Rate{Count: 1, Per: time.Duration(float64(time.Second) / n), Burst: burst}
}

// Interval is the time in which one event's allowance refills; at least a microsecond.
func (r Rate) Interval() time.Duration {
	return max(time.Microsecond, r.Per/time.Duration(max(1, r.Count)))
}

// Tolerance is how far ahead of an even pace events may come: the time of the whole
// burst.
func (r Rate) Tolerance() time.Duration { return r.Interval() * time.Duration(max(1, r.Burst)) }
