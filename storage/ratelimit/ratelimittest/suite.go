package ratelimittest

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"switchboard/storage/ratelimit"
)

const patience = 20 * time.Second

// Run holds an implementation to the port. open gives one that counted nothing yet.
func Run(t *testing.T, open func(t *testing.T) ratelimit.Limiter) {
	t.Helper()
	for name, test := range map[string]func(*testing.T, ratelimit.Limiter){
		"the burst, then a wait":    burst,
		"refills":                   refills,
		"keys are apart":            apart,
		"gives back":                givesBack,
		"more than the burst":       debt,
		"many at once":              many,
		"a caller that is gone":     gone,
		"rates below one":           least,
		"the rate may change":       changed,
		"nothing asked, none taken": nothing,
	} {
		t.Run(name, func(t *testing.T) { test(t, open(t)) })
	}
}

// slow never refills within a test.
func slow(n int) ratelimit.Rate {
	return ratelimit.Rate{Count: n, Per: time.Duration(n) * time.Hour, Burst: n}
}

// about allows for a clock that is set while the test runs.
func about(wait, want time.Duration) bool { return (wait - want).Abs() < 30*time.Minute }

func take(t *testing.T, l ratelimit.Limiter, key string, rate ratelimit.Rate, n int) time.Duration {
	t.Helper()
	return l.Take(t.Context(), key, rate, n)
}

func burst(t *testing.T, l ratelimit.Limiter) {
	for i := range 3 {
		if wait := take(t, l, "k", slow(3), 1); wait != 0 {
			t.Errorf("number %d must wait %s", i, wait)
		}
	}
	for range 3 { // asking in vain does not put the wait off
		if wait := take(t, l, "k", slow(3), 1); !about(wait, time.Hour) {
			t.Errorf("the wait is %s, want an hour", wait)
		}
	}
}

func refills(t *testing.T, l ratelimit.Limiter) {
	rate := ratelimit.Rate{Count: 1, Per: 20 * time.Millisecond, Burst: 1}
	deadline := time.Now().Add(patience)
	for range 5 {
		for take(t, l, "k", rate, 1) != 0 {
			if time.Now().After(deadline) {
				t.Fatal("the allowance does not refill")
			}
		}
	}
}

func apart(t *testing.T, l ratelimit.Limiter) {
	for _, key := range []string{"a", "b", "a:b", ""} {
		if wait := take(t, l, key, slow(1), 1); wait != 0 {
			t.Errorf("%q must wait %s for another", key, wait)
		}
	}
}

func givesBack(t *testing.T, l ratelimit.Limiter) {
	take(t, l, "k", slow(2), 2)
	l.Give(t.Context(), "k", slow(2), 1)
	if wait := take(t, l, "k", slow(2), 1); wait != 0 {
		t.Errorf("what was given back is not there for %s", wait)
	}
	l.Give(t.Context(), "k", slow(2), 50)
	if wait := take(t, l, "k", slow(2), 2); wait != 0 {
		t.Errorf("what was given back is not there for %s", wait)
	}
	if wait := take(t, l, "k", slow(2), 1); wait == 0 {
		t.Error("giving back made more than the burst")
	}
	l.Give(t.Context(), "unknown", slow(2), 1)
	take(t, l, "unknown", slow(2), 2)
	if wait := take(t, l, "unknown", slow(2), 1); wait == 0 {
		t.Error("giving back made more than the burst")
	}
}

func debt(t *testing.T, l ratelimit.Limiter) {
	if wait := take(t, l, "k", slow(2), 5); wait != 0 {
		t.Errorf("more than the burst must wait %s though the whole burst was there", wait)
	}
	if wait := take(t, l, "k", slow(2), 1); !about(wait, 4*time.Hour) {
		t.Errorf("the wait is %s, want the four hours that pay for five", wait)
	}
	take(t, l, "other", slow(2), 1)
	if wait := take(t, l, "other", slow(2), 5); !about(wait, time.Hour) {
		t.Errorf("the wait is %s, want an hour until the whole burst is there", wait)
	}
}

func many(t *testing.T, l ratelimit.Limiter) {
	var through atomic.Int32
	var work sync.WaitGroup
	for range 20 {
		work.Go(func() {
			for range 10 {
				if l.Take(t.Context(), "k", slow(50), 1) == 0 {
					through.Add(1)
				}
			}
		})
	}
	work.Wait()
	if got := through.Load(); got != 50 {
		t.Errorf("%d of 200 were let through, want 50", got)
	}
}

func gone(t *testing.T, l ratelimit.Limiter) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	l.Take(ctx, "k", slow(1), 1)
	if wait := take(t, l, "k", slow(1), 1); wait == 0 {
		t.Error("who hangs up is not counted")
	}
}

func least(t *testing.T, l ratelimit.Limiter) {
	rate := ratelimit.Rate{Per: time.Hour}
	if wait := take(t, l, "k", rate, 1); wait != 0 {
		t.Errorf("the first must wait %s", wait)
	}
	if wait := take(t, l, "k", rate, 1); !about(wait, time.Hour) {
		t.Errorf("the second must wait %s, want an hour", wait)
	}
}

func changed(t *testing.T, l ratelimit.Limiter) {
	take(t, l, "k", slow(1), 1)
	if wait := take(t, l, "k", slow(5), 1); wait != 0 {
		t.Errorf("a greater burst must wait %s", wait)
	}
	if wait := take(t, l, "k", slow(1), 1); wait == 0 {
		t.Error("a smaller burst forgot what was taken")
	}
}

func nothing(t *testing.T, l ratelimit.Limiter) {
	take(t, l, "k", slow(1), 1)
	if wait := take(t, l, "k", slow(1), 0); wait != 0 {
		t.Errorf("nothing must wait %s", wait)
	}
}
