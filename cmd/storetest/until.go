package storetest

import (
	"testing"
	"time"
)

// untilPatience is how long a test waits for what must come; no test asserts a time.
const untilPatience = time.Minute

// Until waits for a state that nothing announces.
func Until(t testing.TB, what string, reached func() bool) {
	t.Helper()
	deadline := time.After(untilPatience)
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for !reached() {
		select {
		case <-tick.C:
		case <-deadline:
			t.Fatalf("still not: %s", what)
		}
	}
}
