package effects

import (
	"math/rand/v2"
	"time"

	"switchboard/storage/fault"
)

const (
	// suspectAfter is the number of claims without an outcome after which an effect
	// is suspect. Only one suspect effect runs at a time: it may be the one that ends
	// its process, and the others must not be lost with it.
	suspectAfter = 2
	// maxLost is the number of such claims after which an effect has failed.
	maxLost = 5
	// maxPanics is the number of panics of a handler after which its effect has
	// failed.
	maxPanics = 3
	// maxTellPause bounds the pause between two notifications.
	maxTellPause = time.Minute
)

// Retry is the retry policy of a kind of effects. Zero values mean those of Seconds.
type Retry struct {
	Attempts int           // before a failure is final
	First    time.Duration // the first pause; it doubles
	Max      time.Duration // the longest pause
}

// Seconds is for effects that are worthless later, such as a leg of a call: six
// attempts in about 15 seconds.
func Seconds() Retry { return Retry{Attempts: 6, First: 500 * time.Millisecond, Max: 8 * time.Second} }

// AnHour is for effects worth waiting for, such as a text: 16 attempts in about an
// hour.
func AnHour() Retry { return Retry{Attempts: 16, First: time.Second, Max: 10 * time.Minute} }

// Days is for effects that must happen eventually, such as a deletion: 64 attempts in
// a week.
func Days() Retry { return Retry{Attempts: 64, First: time.Second, Max: 4 * time.Hour} }

func (r Retry) orDefault() Retry {
	d := Seconds()
	if r.Attempts <= 0 {
		r.Attempts = d.Attempts
	}
	if r.First <= 0 {
		r.First = d.First
	}
	if r.Max <= 0 {
		r.Max = max(d.Max, r.First)
	}
	return r
}

// pause doubles with each attempt, with jitter to spread load, and is never shorter
// than the provider's Retry-After.
func pause(first, most time.Duration, attempt int, atLeast time.Duration) time.Duration {
	base := min(first<<min(attempt-1, 30), most)
	if base <= 0 { // overflow
		base = most
	}
	return max(base/2+rand.N(base), atLeast) //nolint:gosec // jitter
}

// passing reports whether an error is transient, so that a retry makes sense.
func passing(err error) bool {
	return fault.Is(err, fault.Unavailable) || fault.Is(err, fault.Full) || fault.Is(err, fault.Limited) || fault.Is(err, fault.VersionConflict)
}

// deaf reports whether an actor will never accept a command. Any other error is
// transient.
func deaf(err error) bool {
	return err != nil && !passing(err) && fault.From(err).Code != fault.Internal
}
