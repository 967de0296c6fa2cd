package calls_test

import (
	"testing"

	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// In an organization that does not use the phone nobody places or accepts a call, or
// registers.
func TestCallsNeedTheFeature(t *testing.T) {
	o := open(t)
	o.phoneless = true
	anna := o.principal("anna", caller())
	_, dialled := o.service.Dial(t.Context(), anna, "+14155552671", "", "")
	_, taken := o.service.Accept(t.Context(), anna, id.New(), "")
	_, registered := o.service.Token(t.Context(), anna, o.org)
	for what, err := range map[string]error{"dialled": dialled, "taken": taken, "registered": registered} {
		if !fault.Is(err, fault.Forbidden) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if n := o.guarded.Load(); n != 0 {
		t.Errorf("it cost %d calls", n)
	}
}
