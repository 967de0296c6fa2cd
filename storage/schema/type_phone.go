package schema

import (
	"encoding/json"
	"regexp"
	"strings"

	"switchboard/storage/fault"
)

// Phone is a phone number; a filter that names no key of it means the number.
var Phone = declare(FieldType{
	Name: "phone", JSONType: "object", Format: "phone", TypeScript: typeScript("PhoneValue"), Interface: `
/** The value of a phone field: phone_number is E.164. */
export interface PhoneValue {
  country_code?: string;
  phone_number?: string;
  friendly_number?: string;
  extension?: string | null;
}
`,
	Example: `{"country_code":"+1","phone_number":"+12065550101","friendly_number":"(206) 555-0101","extension":"7"}`,
	Check:   checkPhone,
	Wire:    showJSON,
	Column:  jsonColumn, Index: "(%s->>'phone_number')", Search: "(%s->>'phone_number')", SearchDigits: true, Size: packedSize,
	Members: []string{"phone_number", "friendly_number", "country_code", "extension"}, Main: "phone_number",
	Unique: true, Indexed: true,
})

// PhoneValue is a phone number as it is stored and shown.
type PhoneValue struct {
	CountryCode    string `json:"country_code"`
	PhoneNumber    string `json:"phone_number"` // E.164
	FriendlyNumber string `json:"friendly_number"`
	Extension      string `json:"extension"`
}

var (
	countryRule   = regexp.MustCompile(`^\+[1-9][0-9]{0,2}$`)
	e164Rule      = regexp.MustCompile(`^\+[1-9][0-9]{6,14}$`)
	extensionRule = regexp.MustCompile(`^[0-9]{1,10}$`)
)

// IsE164 tells whether a text is a phone number in the form +15551234567.
func IsE164(text string) bool { return e164Rule.MatchString(text) }

func checkPhone(f *Field, raw []byte) (any, error) {
	parts, err := textMembers(f, raw, "country_code", "phone_number", "friendly_number", "extension")
	if err != nil {
		return nil, err
	}
	p := PhoneValue{
		CountryCode: parts["country_code"], PhoneNumber: parts["phone_number"],
		FriendlyNumber: parts["friendly_number"], Extension: parts["extension"],
	}
	if p.PhoneNumber == "" {
		if p.FriendlyNumber != "" || p.Extension != "" {
			return nil, fault.Field(f.Name, "Invalid Phone")
		}
		return nil, nil
	}
	if p.CountryCode == "" {
		p.CountryCode = "+1"
	}
	if !countryRule.MatchString(p.CountryCode) {
		return nil, fault.Field(f.Name, "%s: country_code must be a plus sign and 1 to 3 digits, such as +1 or +44", f.Title)
	}
	if p.Extension != "" && !extensionRule.MatchString(p.Extension) {
		return nil, fault.Field(f.Name, "%s: extension must be at most 10 digits", f.Title)
	}
	number, why := Dialable(p.CountryCode, p.PhoneNumber)
	if why != "" {
		return nil, fault.Field(f.Name, "%s: %s", f.Title, why)
	}
	p.PhoneNumber = number
	if p.FriendlyNumber == "" {
		p.FriendlyNumber = Friendly(number)
	}
	out, err := json.Marshal(p)
	return json.RawMessage(out), err
}

// Dialable makes E.164 of a number typed with a country code: +1 takes 10
// digits, or 11 that begin with 1; +44 takes 10, or 11 that begin with 0; others
// must be given whole. why is what is wrong with it, "" where nothing is.
func Dialable(country, typed string) (number, why string) {
	var digits strings.Builder
	plus := strings.HasPrefix(strings.TrimSpace(typed), "+")
	for _, r := range typed {
		switch {
		case r >= '0' && r <= '9':
			digits.WriteRune(r)
		case strings.ContainsRune(" +-.()/\u00a0", r):
		default:
			return "", "phone_number may hold digits, spaces, dots, dashes and brackets only"
		}
	}
	n := digits.String()
	code := strings.TrimPrefix(country, "+")
	if plus {
		if !strings.HasPrefix(n, code) {
			return "", "phone_number must begin with the country code " + country
		}
		n = n[len(code):]
	}
	switch country {
	case "+1":
		if len(n) == 11 && n[0] == '1' {
			n = n[1:]
		}
		if len(n) != 10 || n[0] < '2' {
			return "", "a +1 number has 10 digits, or 11 that begin with 1"
		}
	case "+44":
		if len(n) == 11 && n[0] == '0' {
			n = n[1:]
		}
		if len(n) != 10 || n[0] == '0' {
			return "", "a +44 number has 10 digits, or 11 that begin with 0"
		}
	default:
		if !plus {
			return "", "write the whole number with its country code, such as " + country + "…"
		}
	}
	if number = "+" + code + n; !IsE164(number) {
		return "", "phone_number must be in the form of E.164, such as +15551234567"
	}
	return number, ""
}

// Friendly writes an E.164 number the way people of +1 do; others stay as they are.
func Friendly(number string) string {
	if len(number) == 12 && strings.HasPrefix(number, "+1") {
		return "(" + number[2:5] + ") " + number[5:8] + "-" + number[8:]
	}
	return number
}
