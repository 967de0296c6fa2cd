package onboarding_test

import (
	"testing"

	"switchboard/actors/onboarding"
	"switchboard/storage/id"
)

// An organization has one record per wizard, with as many steps as the wizard has.
func TestReady(t *testing.T) {
	organization := id.New()
	steps := map[string]int{onboarding.Telephony: 10, onboarding.Salesforce: 4}
	writes := onboarding.Ready(organization)
	if len(writes) != len(steps) || len(onboarding.Names()) != len(steps) {
		t.Fatalf("%d records, want %d", len(writes), len(steps))
	}
	for i, write := range writes {
		name, _ := write.Set["name"].(string)
		if again := onboarding.Ready(organization)[i]; again.ID != write.ID || write.ID != onboarding.RecordID(organization, name) {
			t.Errorf("%s has the ids %s and %s", name, write.ID, again.ID)
		}
		if other := onboarding.Ready(id.New())[i]; other.ID == write.ID {
			t.Errorf("%s of two organizations has one id", name)
		}
		if got := len(onboarding.StepsOf(write)); got != steps[name] {
			t.Errorf("%s has %d steps, want %d", name, got, steps[name])
		}
	}
}
