package presence

import (
	"testing"
	"time"
)

// Absence is known 30 s after the start of a single node; of several, 30 s after the
// leases were read, or as soon as a node may be silent if another one is sure.
func TestWhenAbsenceIsKnown(t *testing.T) {
	start := time.Now()
	after := start.Add(time.Minute) // when the leases are read
	for _, c := range []struct {
		name            string
		several, guided bool
		from            time.Time
		known           time.Duration
	}{
		{"one node", false, false, start, leaseTime},
		{"several", true, false, after, leaseTime},
		{"several, one of them sure", true, true, after, nodeTime},
	} {
		one := &certainty{several: c.several, start: start}
		if c.several {
			if one.settled(after) || one.ignorance(after) != leaseTime {
				t.Errorf("%s: absence is known before a lease was read", c.name)
			}
			one.read(c.guided, after)
		}
		at := c.from.Add(c.known)
		if !one.unsure(at.Add(-1)) || one.settled(at.Add(-1)) {
			t.Errorf("%s: absence is known too early", c.name)
		}
		if one.unsure(at) || !one.settled(at) {
			t.Errorf("%s: absence is not known after %v", c.name, c.known)
		}
		if one.settled(at) {
			t.Errorf("%s: absence is known for the first time twice", c.name)
		}
	}
}

func TestHowLongLeasesCanBeRead(t *testing.T) {
	one, now := &certainty{several: true}, time.Now()
	one.read(false, now)
	if one.isBlind() || !one.readable().IsZero() {
		t.Errorf("leases that could always be read: blind %v, since %v", one.isBlind(), one.readable())
	}
	one.unread()
	if !one.isBlind() {
		t.Error("leases that can't be read are not noticed")
	}
	one.read(false, now.Add(time.Second))
	one.read(false, now.Add(time.Minute))
	if one.isBlind() || !one.readable().Equal(now.Add(time.Second)) {
		t.Errorf("leases that are back: blind %v, since %v", one.isBlind(), one.readable())
	}
}
