package numbers_test

import (
	"encoding/json"
	"testing"

	"switchboard/actors/numbers"
	"switchboard/storage/row"
)

func TestFormatted(t *testing.T) {
	for number, want := range map[string]string{
		"+14155552671": "(415) 555-2671", "+442071838750": "+44 2071 838750", "": "Anonymous", "+4930901820": "+49 30 901820", "client:anna": "client:anna",
	} {
		if got := numbers.Formatted(number); got != want {
			t.Errorf("%q is shown as %q, want %q", number, got, want)
		}
	}
}

func TestTexts(t *testing.T) {
	for said, want := range map[string]bool{"": true, `{}`: true, `{"sms":true}`: true, `{"voice":true,"sms":false}`: false, `"SMS"`: true} {
		phone := row.Record{Fields: row.Fields{"capabilities": row.JSONValue(nil)}}
		if said != "" {
			phone.Fields["capabilities"] = json.RawMessage(said)
		}
		if got := numbers.Texts(phone); got != want {
			t.Errorf("a number that can do %s texts: %v", said, got)
		}
	}
}
