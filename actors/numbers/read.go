package numbers

import (
	"errors"
	"regexp"
	"strconv"
	"strings"

	"github.com/nyaruka/phonenumbers"

	"switchboard/storage/phonenumber"
)

// The refusals of Read.
var (
	ErrEmergency = errors.New("this is an emergency number")
	ErrInvalid   = errors.New("this is no number that can be dialled")
)

// emergency are the emergency numbers of many countries, and North America's crisis
// line.
var emergency = map[string]bool{
	"911": true, "988": true, "112": true, "999": true, "000": true, "110": true, "111": true, "113": true,
	"114": true, "115": true, "117": true, "118": true, "119": true,
}

// Read reads a number as people write it and gives it in E.164: with its country code
// after +, 00 or, within the countries of +1, 011, or as it is dialled within a country (an
// ISO 3166-1 code). Errors:
// ErrEmergency, ErrInvalid.
func Read(text, country string) (string, error) {
	written := phonenumber.Dialed(text, strconv.Itoa(phonenumbers.GetCountryCodeForRegion(country)))
	digits := strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, phonenumber.Plain(text))
	if emergency[digits] {
		return "", ErrEmergency
	}
	n, err := phonenumbers.Parse(written, country)
	if err != nil || letters.MatchString(text) {
		return "", ErrInvalid
	}
	number := phonenumbers.Format(n, phonenumbers.E164)
	if today := phonenumber.Canonical(number); today != number {
		number = today
		n, err = phonenumbers.Parse(number, "")
	}
	if err != nil || !phonenumbers.IsValidNumber(n) {
		return "", ErrInvalid
	}
	return number, nil
}

// letters are no part of a number here, though some write words with the keys of a phone.
var letters = regexp.MustCompile(`\p{L}`)

// Formatted writes an E.164 number for people; anything else stays as it is.
func Formatted(number string) string {
	switch {
	case number == "":
		return "Anonymous"
	case len(number) == 12 && strings.HasPrefix(number, "+1"):
		return "(" + number[2:5] + ") " + number[5:8] + "-" + number[8:]
	case len(number) == 13 && strings.HasPrefix(number, "+44"):
		return "+44 " + number[3:7] + " " + number[7:]
	default:
		n, err := phonenumbers.Parse(number, "")
		if err != nil {
			return number
		}
		return phonenumbers.Format(n, phonenumbers.INTERNATIONAL)
	}
}
