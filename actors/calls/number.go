package calls

import (
	"errors"

	"switchboard/actors/numbers"
	"switchboard/storage/fault"
)

// emergencyDetail is checked before anything else: a line over the internet has no
// location to send help to.
const emergencyDetail = "Emergency numbers can't be called from here. Use a mobile phone or a landline."

// Number parses a number as users type it (docs/calls.md) and returns it in E.164.
// The number has a country code after + or 00, or is dialed within country (an ISO
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
