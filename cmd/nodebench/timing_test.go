//go:build linux

package main

import (
	"testing"
	"time"
)

func TestPercentiles(t *testing.T) {
	var empty timing
	if got := empty.percentile(99); got != 0 {
		t.Errorf("nothing measured: %s", got)
	}
	var all timing
	for i := 200; i >= 1; i-- { // the order of arrival does not matter
		all.add(time.Duration(i) * time.Millisecond)
	}
	for percent, want := range map[int]int{0: 1, 50: 100, 95: 190, 99: 198, 100: 200} {
		if got := all.percentile(percent); got != time.Duration(want)*time.Millisecond {
			t.Errorf("p%d is %s, want %d ms", percent, got, want)
		}
	}
}

func TestLine(t *testing.T) {
	var some timing
	if got, want := some.line("a"), "| a | 0 | – | – | – | – |"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	some.add(1500 * time.Microsecond)
	some.add(2 * time.Millisecond)
	if got, want := some.line("a"), "| a | 2 | 1.5 ms | 2.0 ms | 2.0 ms | 2.0 ms |"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
