package calls_test

import (
	"testing"

	"switchboard/storage/fault"
	"switchboard/storage/id"
)

// Only the session decides whose phone registers.
func TestPhoneRegistersForItsOwnUser(t *testing.T) {
	o := open(t)
	anna := o.principal("anna")
	got, err := o.service.Token(t.Context(), anna, o.org)
	if err != nil || got.Identity != string(o.users["anna"]) || got.Token != "of "+got.Identity || got.TTL != 3600 {
		t.Fatalf("got %+v, %v", got, err)
	}
	if _, err := o.service.Token(t.Context(), anna, id.New()); !fault.Is(err, fault.Forbidden) {
		t.Fatalf("in another organization: %v", err)
	}
}
