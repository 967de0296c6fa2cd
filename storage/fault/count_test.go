package fault_test

import (
	"testing"

	"switchboard/storage/fault"
)

func TestCountAgreesWithTheNumber(t *testing.T) {
	for n, want := range map[int64]string{0: "0 values were", 1: "1 value was", 2: "2 values were", 1234: "1234 values were"} {
		if got := fault.Count(n, "value was", "values were"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
