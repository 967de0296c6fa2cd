package memory_test

import (
	"fmt"
	"testing"
	"time"

	"switchboard/storage/ratelimit"
	"switchboard/storage/ratelimit/memory"
	"switchboard/storage/ratelimit/ratelimittest"
)

func TestLimiter(t *testing.T) {
	ratelimittest.Run(t, func(*testing.T) ratelimit.Limiter { return memory.New(memory.Size, time.Now) })
}

func TestAllowanceRefillsEvenly(t *testing.T) {
	now := time.Unix(1_000_000, 0)
	l := memory.New(10, func() time.Time { return now })
	rate := ratelimit.Rate{Count: 6, Per: time.Minute, Burst: 2}
	took := 0
	for range 60 { // a minute, asked once a second
		if l.Take(t.Context(), "k", rate, 1) == 0 {
			took++
		}
		now = now.Add(time.Second)
	}
	if took != 2+5 {
		t.Errorf("%d in the first minute, want the burst of 2 and one every 10 s", took)
	}
	if wait := l.Take(t.Context(), "k", rate, 2); wait != 10*time.Second {
		t.Errorf("two are there in %s, want 10s", wait)
	}
}

func TestKeysAreBounded(t *testing.T) {
	l := memory.New(3, time.Now)
	rate := ratelimit.Rate{Count: 1, Per: time.Hour, Burst: 1}
	take := func(key string) bool { return l.Take(t.Context(), key, rate, 1) == 0 }
	for i := range 3 {
		take(fmt.Sprint(i))
	}
	if take("0") { // touches it: 1 is now the oldest
		t.Error("the key was forgotten too early")
	}
	if !take("3") || take("0") || !take("1") {
		t.Error("not the key that was touched longest ago was forgotten")
	}
}
