package measure_test

import (
	"testing"
	"time"

	"switchboard/cmd/measure"
)

func TestPercentiles(t *testing.T) {
	var empty measure.Timing
	if got := empty.Percentile(99); got != 0 {
		t.Errorf("nothing measured: %s", got)
	}
	var all measure.Timing
	for i := 200; i >= 1; i-- { // the order of arrival does not matter
		all.Add(time.Duration(i) * time.Millisecond)
	}
	for percent, want := range map[int]int{0: 1, 50: 100, 95: 190, 99: 198, 100: 200} {
		if got := all.Percentile(percent); got != time.Duration(want)*time.Millisecond {
			t.Errorf("p%d is %s, want %d ms", percent, got, want)
		}
	}
}

func TestRow(t *testing.T) {
	var some measure.Timing
	if got, want := some.Row("a", 1, 50, 95, 99, 100), "| a | 0 | – | – | – | – |"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	some.Add(1500 * time.Microsecond)
	some.Add(2 * time.Millisecond)
	if got, want := some.Row("a", 1, 50, 95, 99, 100), "| a | 2 | 1.5 ms | 2.0 ms | 2.0 ms | 2.0 ms |"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
