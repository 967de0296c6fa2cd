package calls_test

import (
	"testing"

	"switchboard/storage/access"
	"switchboard/storage/fault"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// What the topic of a number tells is what dialing it would be answered, whatever one may
// read of contacts.
func TestBarredIsWhatDialingRefuses(t *testing.T) {
	o := open(t)
	phone := func(number string) []byte { return row.JSONValue(map[string]string{"phone_number": number}) }
	o.create("contact", id.New(), row.Fields{"name": "Free", "phone": phone("+14155550001"), "second_phone": phone("+14155550002")})
	o.create("contact", id.New(), row.Fields{"name": "Barred", "do_not_call": true, "phone": phone("+14155550003"), "second_phone": phone("+14155550002")})
	blind := o.principal("anna", access.PermissionSet{Objects: map[string]access.ObjectPermission{"call": {Create: true}}})
	for number, want := range map[string]bool{"+14155550001": false, "+14155550002": true, "+14155550003": true, "+14155550004": false} {
		got, err := o.service.Barred(t.Context(), blind, number)
		if err != nil || got != want {
			t.Errorf("%s is barred: %t, %v", number, got, err)
		}
		ref, dialed := o.service.Dial(t.Context(), blind, number, "", "")
		if fault.Is(dialed, fault.Invalid) != want {
			t.Errorf("dialing %s: %v", number, dialed)
		}
		if dialed == nil {
			if _, err := o.service.Hangup(t.Context(), blind, ref.ID, ""); err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, err := o.service.Barred(t.Context(), o.principal("ben"), "+14155550003"); !fault.Is(err, fault.Forbidden) {
		t.Errorf("one who may not call got %v", err)
	}
}
