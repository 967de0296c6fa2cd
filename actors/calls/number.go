package calls

import (
	"regexp"
	"strings"

	"switchboard/storage/fault"
)

var (
	northAmerica = regexp.MustCompile(`^\+1[2-9]\d{9}$`)
	unitedKing   = regexp.MustCompile(`^\+44[1-37-9]\d{8,9}$`)
)

// emergencyDetail says plainly what can't be done, before anything else is looked at:
// a line over the internet knows no place to send help to.
const emergencyDetail = "Emergency numbers can't be called from here. Use a mobile phone or a landline."

// emergency are the emergency numbers of many countries, and North America's crisis
// line.
var emergency = map[string]bool{
	"911": true, "988": true, "112": true, "999": true, "000": true, "110": true, "111": true, "113": true,
	"114": true, "115": true, "117": true, "118": true, "119": true,
}

// Number checks a number to be dialled and gives it in E.164: +1 and +44 only,
// with the separators that people type. Errors: fault.Invalid.
func Number(text string) (string, error) {
	number := strings.Map(func(r rune) rune {
		switch r {
		case ' ', '-', '.', '(', ')', '/', '\u00a0':
			return -1
		default:
			return r
		}
	}, text)
	if emergency[strings.TrimPrefix(number, "+")] {
		return "", fault.Field("to", emergencyDetail)
	}
	switch {
	case len(number) == 10 && number[0] >= '2':
		number = "+1" + number
	case len(number) == 11 && number[0] == '1':
		number = "+" + number
	}
	if !northAmerica.MatchString(number) && !unitedKing.MatchString(number) {
		return "", fault.Field("to", "Please enter a valid 10-digit number or select a contact.")
	}
	return number, nil
}

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
		return number
	}
}
