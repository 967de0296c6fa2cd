package calls

import (
	"testing"

	"switchboard/storage/fault"
)

// ui/src/lib/phoneNumber.test.ts parses the same numbers.
func TestNumber(t *testing.T) {
	for _, c := range []struct{ country, text, want string }{
		{"US", "(415) 555-2671", "+14155552671"},
		{"US", "4155552671", "+14155552671"},
		{"US", "14155552671", "+14155552671"},
		{"US", "+1 415.555.2671", "+14155552671"},
		{"US", "+442071838750", "+442071838750"},
		{"US", "+44 20 7183 8750", "+442071838750"},
		{"GB", "020 7183 8750", "+442071838750"},
		{"US", "+49 30 901820", "+4930901820"},
		{"US", "0049 30 90 18 20", "+4930901820"},
		{"DE", "0049 (0)30 / 90 18 20", "+4930901820"},
		{"DE", "+49 (0) 30 901820", "+4930901820"},
		{"DE", "030/901820", "+4930901820"},
		{"DE", "(030) 90-18-20", "+4930901820"},
		{"DE", "0151 12345678", "+4915112345678"},
		{"DE", "001 415 555 2671", "+14155552671"},
		{"US", "\u202a+1 415\u2011555\u20132671\u202c\ufeff", "+14155552671"},
		{"US", "\uff14\uff11\uff15\u3000555\u22122671\u200b", "+14155552671"},
		{"DE", "\u0660\u0663\u0660 901820", "+4930901820"},
		{"CA", "011 44 20 7183 8750", "+442071838750"},
		{"US", "+52 1 55 1234 5678", "+525512345678"},
		{"US", "0115215512345678", "+525512345678"},
		{"US", "+54 9 11 2345-6789", "+5491123456789"},
	} {
		if got, err := Number(c.text, c.country); err != nil || got != c.want {
			t.Errorf("%q within %s is %q, %v; want %q", c.text, c.country, got, err, c.want)
		}
	}
	for _, text := range []string{"", "415555267", "+1415555267122", "0155552671", "client:anna", "+1 (415) 555-26x1", "030/901820", "+1 800 FLOWERS", "+999 123456"} {
		if got, err := Number(text, "US"); !fault.Is(err, fault.Invalid) {
			t.Errorf("%q was taken for %q, %v", text, got, err)
		}
	}
}

// Users who dial an emergency number must learn immediately that this phone can't
// reach it.
func TestEmergencyNumbersAreRejected(t *testing.T) {
	for _, text := range []string{"911", "9-1-1", " 911 ", "+911", "\u202a\u0669\u0661\u0661", "112", "999", "000", "988"} {
		if _, err := Number(text, "US"); !fault.Is(err, fault.Invalid) || fault.From(err).Detail != emergencyDetail {
			t.Errorf("%q: %v", text, err)
		}
	}
}
