package calls

import (
	"testing"

	"switchboard/storage/fault"
)

func TestNumber(t *testing.T) {
	for text, want := range map[string]string{
		"(415) 555-2671": "+14155552671", "4155552671": "+14155552671", "14155552671": "+14155552671",
		"+1 415.555.2671": "+14155552671", "+442071838750": "+442071838750", "+44 20 7183 8750": "+442071838750",
	} {
		if got, err := Number(text); err != nil || got != want {
			t.Errorf("%q is %q, %v; want %q", text, got, err, want)
		}
	}
	for _, text := range []string{"", "911", "+4915112345678", "415555267", "+1415555267122", "0155552671", "client:anna", "+1 (415) 555-26x1"} {
		if got, err := Number(text); !fault.Is(err, fault.Invalid) {
			t.Errorf("%q was taken for %q, %v", text, got, err)
		}
	}
}

// Whoever dials for help must learn at once that it does not come this way.
func TestEmergencyNumbersAreRefusedPlainly(t *testing.T) {
	for _, text := range []string{"911", "9-1-1", " 911 ", "+911", "112", "999", "000", "988"} {
		if _, err := Number(text); !fault.Is(err, fault.Invalid) || fault.From(err).Detail != emergencyDetail {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestFormatted(t *testing.T) {
	for number, want := range map[string]string{
		"+14155552671": "(415) 555-2671", "+442071838750": "+44 2071 838750", "": "Anonymous", "+4915112345": "+4915112345",
	} {
		if got := Formatted(number); got != want {
			t.Errorf("%q is shown as %q, want %q", number, got, want)
		}
	}
}
