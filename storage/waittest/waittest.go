package waittest

import (
	"errors"
	"fmt"
	"testing"
	"time"
)

// patience is how long what must come may take; no test asserts a time.
const patience = time.Minute

// A wait looks again after shortest, and then less and less often.
const (
	shortest = time.Millisecond
	longest  = 25 * time.Millisecond
)

// errNotYet is what a condition says that has no reason to give.
var errNotYet = errors.New("not yet")

// Until waits until holds; what names it.
func Until(t testing.TB, what string, holds func() bool) {
	t.Helper()
	UntilNil(t, what, func() error {
		if holds() {
			return nil
		}
		return errNotYet
	})
}

// UntilIs waits until a value is as wanted, and tells its last one where it waits in vain.
func UntilIs[T comparable](t testing.TB, what string, want T, value func() T) {
	t.Helper()
	UntilNil(t, what, func() error {
		if got := value(); got != want {
			return fmt.Errorf("it is %v, not %v", got, want)
		}
		return nil
	})
}

// UntilNil waits until look has nothing to object, and tells its last objection where
// it waits in vain.
func UntilNil(t testing.TB, what string, look func() error) {
	t.Helper()
	if err := Try(look); err != nil {
		t.Fatalf("waited in vain for %s: %v", what, err)
	}
}

// Try is UntilNil for a test that goes on: it gives the last objection, nil for none.
func Try(look func() error) error {
	deadline := time.Now().Add(patience)
	for pause := shortest; ; pause = min(2*pause, longest) {
		err := look()
		if err == nil || time.Now().After(deadline) {
			return err
		}
		time.Sleep(pause)
	}
}
