package ratelimit

import "time"

// Allowance is what is left of a rate, by the generic cell rate algorithm. The
// zero value is a whole burst. It has no lock of its own.
type Allowance struct {
	full time.Time // when it is back at the whole burst
}

// Take takes n. It returns 0 if they were there. Otherwise it takes nothing
// and returns when they will be (Limiter.Take).
func (a *Allowance) Take(now time.Time, rate Rate, n int) (wait time.Duration) {
	if a.full.Before(now) {
		a.full = now
	}
	asked := rate.Interval() * time.Duration(n)
	if wait = a.full.Add(min(asked, rate.Tolerance())).Sub(now) - rate.Tolerance(); wait > 0 {
		return wait
	}
	a.full = a.full.Add(asked)
	return 0
}

// Give gives n back that were taken.
func (a *Allowance) Give(rate Rate, n int) {
	a.full = a.full.Add(-rate.Interval() * time.Duration(n))
}

// Full reports whether the whole burst is left.
func (a *Allowance) Full(now time.Time) bool { return !a.full.After(now) }
