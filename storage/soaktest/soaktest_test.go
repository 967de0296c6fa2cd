package soaktest_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"switchboard/storage/soaktest"
)

func TestRoundsFollowTheEnvironment(t *testing.T) {
	t.Setenv("SWITCHBOARD_SOAK", "")
	t.Setenv("SWITCHBOARD_SEED", "7")
	if rounds, seed := soaktest.Rounds(t, 3); rounds != 3 || seed != 7 {
		t.Errorf("a normal run plays %d rounds from %d", rounds, seed)
	}
	t.Setenv("SWITCHBOARD_SOAK", "2000")
	if rounds, _ := soaktest.Rounds(t, 3); rounds != 2000 {
		t.Errorf("a soak plays %d rounds", rounds)
	}
}

func TestASampleIsAPartInOrderAndAllOfItInASoak(t *testing.T) {
	all := []int{1, 2, 3, 4, 5, 6, 7, 8, 9}
	random := rand.New(rand.NewPCG(1, 1))
	t.Setenv("SWITCHBOARD_SOAK", "")
	seen := map[int]bool{}
	for range 100 {
		sample := soaktest.Sample(random, all, 3)
		if len(sample) != 3 || !slices.IsSorted(sample) || len(slices.Compact(slices.Clone(sample))) != 3 {
			t.Fatalf("got %v", sample)
		}
		for _, one := range sample {
			seen[one] = true
		}
	}
	if len(seen) != len(all) {
		t.Errorf("100 samples hold %v alone", seen)
	}
	if sample := soaktest.Sample(random, all, 20); len(sample) != len(all) {
		t.Errorf("of fewer than are asked for there are %v", sample)
	}
	t.Setenv("SWITCHBOARD_SOAK", "1")
	if sample := soaktest.Sample(random, all, 3); len(sample) != len(all) {
		t.Errorf("a soak takes %v", sample)
	}
}
