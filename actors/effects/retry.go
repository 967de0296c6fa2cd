package effects

import (
	"math/rand/v2"
	"time"

	"switchboard/storage/fault"
)

const (
	// suspicious is after how many claims that ended without an outcome an effect is
	// carried out with no other such effect beside it: one of them may be what ends its
	// process, and the others must not be lost with it again.
	suspicious = 2
	// mostLost is after how many such claims the effect has failed.
	mostLost = 5
	// mostPanics is how often a handler may panic before its effect has failed.
	mostPanics = 3
	// mostTellPause bounds the pause between two tellings.
	mostTellPause = time.Minute
)

// Retry says how long a kind of effect is tried; zero values take those of Seconds.
type Retry struct {
	Attempts int           // before a failure is final
	First    time.Duration // the pause before the first repeat; it doubles
	Most     time.Duration // up to this
}

// Seconds is for what is worth nothing later, such as a leg of a call: six tries in
// about 15 seconds.
func Seconds() Retry { return Retry{Attempts: 6, First: 500 * time.Millisecond, Most: 8 * time.Second} }

// AnHour is for what is worth waiting for, such as a text: 16 tries in about an hour.
func AnHour() Retry { return Retry{Attempts: 16, First: time.Second, Most: 10 * time.Minute} }

// Days is for what has to be done however late, such as a deletion: 64 tries in a week.
func Days() Retry { return Retry{Attempts: 64, First: time.Second, Most: 4 * time.Hour} }

func (r Retry) orDefault() Retry {
	d := Seconds()
	if r.Attempts <= 0 {
		r.Attempts = d.Attempts
	}
	if r.First <= 0 {
		r.First = d.First
	}
	if r.Most <= 0 {
		r.Most = max(d.Most, r.First)
	}
	return r
}

// pause doubles from attempt to attempt, with jitter so that a crowd spreads, and
// is never shorter than the provider asked for.
func pause(first, most time.Duration, attempt int, atLeast time.Duration) time.Duration {
	base := min(first<<min(attempt-1, 30), most)
	if base <= 0 { // the doubling overflowed
		base = most
	}
	return max(base/2+rand.N(base), atLeast) //nolint:gosec // jitter
}

// passing tells whether an error may go away, so that it is worth trying again.
func passing(err error) bool {
	return fault.Is(err, fault.Unavailable) || fault.Is(err, fault.Full) || fault.Is(err, fault.Limited) || fault.Is(err, fault.VersionConflict)
}

// deaf tells whether an actor will never take a command, as any other error may go away.
func deaf(err error) bool {
	return err != nil && !passing(err) && fault.From(err).Code != fault.Internal
}
