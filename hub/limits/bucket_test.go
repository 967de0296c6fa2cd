package limits

import (
	"testing"
	"time"
)

// TestBucketToleratesBurstsButNotFloods verifies that a steady flood ends,
// that a client slightly above its rate is refused now and then but stays,
// and that pauses refill the bucket.
func TestBucketToleratesBurstsButNotFloods(t *testing.T) {
	send := func(events int, every time.Duration) (granted int, ended bool) {
		p, now := NewBucket(25, 100), time.Unix(0, 0)
		for range events {
			now = now.Add(every)
			wait, tolerated := p.Take(now)
			if wait == 0 {
				granted++
			}
			if !tolerated {
				return granted, true
			}
		}
		return granted, false
	}
	for name, k := range map[string]struct {
		events   int
		every    time.Duration
		at, most int // granted
		ended    bool
	}{
		"10,000 a second":        {20_000, 100 * time.Microsecond, 100, 110, true},
		"200 a second":           {20_000, 5 * time.Millisecond, 200, 400, true},
		"30 a second for a hour": {108_000, time.Second / 30, 90_000, 90_200, false},
		"what is allowed":        {10_000, 40 * time.Millisecond, 10_000, 10_000, false},
		"a burst":                {100, time.Microsecond, 100, 100, false},
	} {
		if granted, ended := send(k.events, k.every); ended != k.ended || granted < k.at || granted > k.most {
			t.Errorf("%s: %d were granted, ended %t", name, granted, ended)
		}
	}
	p, now := NewBucket(25, 100), time.Unix(0, 0)
	for range 150 {
		p.Take(now)
	}
	if p.Full(now) || p.Full(now.Add(3*time.Second)) || !p.Full(now.Add(5*time.Second)) {
		t.Error("a bucket is whole again when nothing is owed")
	}
}
