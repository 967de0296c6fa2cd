package waittest

import (
	"errors"
	"fmt"
	"testing"
	"time"
)

// timeout bounds a wait; no test asserts a duration.
const timeout = 3 * time.Minute

// The polling interval grows from shortest.
const (
	shortest = time.Millisecond
	longest  = 25 * time.Millisecond
)

// errNotYet is the error of a condition that gives no reason.
var errNotYet = errors.New("not yet")

// Until waits until holds returns true; what describes the condition.
func Until(t testing.TB, what string, holds func() bool) {
	t.Helper()
	UntilNil(t, what, func() error {
		if holds() {
			return nil
		}
		return errNotYet
	})
}

// UntilIs waits until a value equals want. On timeout it reports the last value.
func UntilIs[T comparable](t testing.TB, what string, want T, value func() T) {
	t.Helper()
	UntilNil(t, what, func() error {
		if got := value(); got != want {
			return fmt.Errorf("it is %v, not %v", got, want)
		}
		return nil
	})
}

// UntilNil waits until look returns nil. On timeout it reports the last error.
func UntilNil(t testing.TB, what string, look func() error) {
	t.Helper()
	if err := Try(look); err != nil {
		t.Fatalf("waited in vain for %s: %v", what, err)
	}
}

// Try is UntilNil for a test that continues: it returns the last error, nil on success.
func Try(look func() error) error {
	deadline := time.Now().Add(timeout)
	for pause := shortest; ; pause = min(2*pause, longest) {
		err := look()
		if err == nil || time.Now().After(deadline) {
			return err
		}
		time.Sleep(pause)
	}
}
