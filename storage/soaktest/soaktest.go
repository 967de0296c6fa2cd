package soaktest

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"
)

// Environment variables.
const (
	soakVariable = "SWITCHBOARD_SOAK"
	seedVariable = "SWITCHBOARD_SEED"
)

// Rounds returns the number of rounds to play, short unless the run is a soak, and their seed.
func Rounds(t testing.TB, short int) (rounds int, seed uint64) {
	t.Helper()
	rounds = int(number(t, soakVariable, uint64(short)))
	seed = number(t, seedVariable, uint64(time.Now().UnixNano())&0xffffff)
	t.Logf("%d rounds, %s=%d", rounds, seedVariable, seed)
	return rounds, seed
}

// Sample returns n random items of a list, in list order, or the whole list in a soak.
func Sample[T any](random *rand.Rand, all []T, n int) []T {
	if n >= len(all) || IsSoak() {
		return all
	}
	chosen := make([]bool, len(all))
	for _, i := range random.Perm(len(all))[:n] {
		chosen[i] = true
	}
	sample := make([]T, 0, n)
	for i, one := range all {
		if chosen[i] {
			sample = append(sample, one)
		}
	}
	return sample
}

// IsSoak reports whether the run is a soak.
func IsSoak() bool { return os.Getenv(soakVariable) != "" }

func number(t testing.TB, variable string, otherwise uint64) uint64 {
	t.Helper()
	text := os.Getenv(variable)
	if text == "" {
		return otherwise
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		t.Fatalf("%s: %v", variable, err)
	}
	return n
}
