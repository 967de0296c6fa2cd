package calls

import (
	"errors"

	"switchboard/actors/numbers"
	"switchboard/storage/fault"
)

// emergencyDetail says plainly what can't be done, before anything else is looked at:
// a line over the internet knows no place to send help to.
const emergencyDetail = "Emergency numbers can't be called from here. Use a mobile phone or a landline."

// Number reads a number to be dialled as people write it (docs/calls.md) and gives it in
// E.164: with its country code after + or 00, or as it is dialled within a country (an ISO
// 3166-1 code). Errors: fault.Invalid.
func Number(text, country string) (string, error) {
	number, err := numbers.Read(text, country)
	switch {
	case errors.Is(err, numbers.ErrEmergency):
		return "", fault.Field("to", emergencyDetail)
	case err != nil:
		return "", fault.Field("to", "Please enter a valid 10-digit number or select a contact.")
	default:
		return number, nil
	}
}
