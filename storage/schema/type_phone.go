package schema

import (
	"cmp"
	"encoding/json"
	"regexp"
	"strconv"
	"strings"

	"github.com/nyaruka/phonenumbers"

	"switchboard/storage/fault"
	"switchboard/storage/phonenumber"
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
	Shown:   shownJSON,
	Column:  jsonColumn, Index: "(%s->>'phone_number')", Search: "(%s->>'phone_number')", SearchDigits: true, Same: asItIs, Size: packedSize,
	Members: []string{"phone_number", "friendly_number", "country_code", "extension"}, Main: "phone_number", Cell: "phone_number",
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
	// withExtension takes apart what people and links (RFC 3966) write in one: a number and
	// its extension.
	withExtension = regexp.MustCompile(`(?i)^(?:tel:)?([^a-z;#]*?)[\s,]*(?:;ext=|ext(?:ension)?\.?|x\.?|#)\s*([0-9]{1,10})$`)
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
	if p.CountryCode != "" && !countryRule.MatchString(p.CountryCode) {
		return nil, fault.Field(f.Name, "%s: country_code must be a plus sign and 1 to 3 digits, such as +1 or +44", f.Title)
	}
	p.PhoneNumber, p.FriendlyNumber = phonenumber.Plain(p.PhoneNumber), phonenumber.Plain(p.FriendlyNumber)
	p.CountryCode, p.Extension = phonenumber.Plain(p.CountryCode), phonenumber.Plain(p.Extension)
	if isWhole(p.PhoneNumber) && (p.CountryCode == "" || p.CountryCode == "+1") && p.Extension == "" {
		p.CountryCode = "+1"
		if p.FriendlyNumber == "" {
			p.FriendlyNumber = friendlyNational(p.PhoneNumber[2:])
		}
		out, err := json.Marshal(p)
		return json.RawMessage(out), err
	}
	if both := withExtension.FindStringSubmatch(p.PhoneNumber); both != nil {
		p.PhoneNumber = both[1]
		if p.Extension == "" {
			p.Extension = both[2]
		}
	}
	if p.Extension != "" && !extensionRule.MatchString(p.Extension) {
		return nil, fault.Field(f.Name, "%s: extension must be at most 10 digits", f.Title)
	}
	number, why := dialable(p.CountryCode, p.PhoneNumber)
	if why != "" {
		return nil, fault.Field(f.Name, "%s: %s", f.Title, why)
	}
	p.CountryCode, p.PhoneNumber = "+"+strconv.Itoa(int(number.GetCountryCode())), phonenumbers.Format(number, phonenumbers.E164)
	if p.FriendlyNumber == "" {
		p.FriendlyNumber = friendly(number)
	}
	out, err := json.Marshal(p)
	return json.RawMessage(out), err
}

// isWhole tells whether a number is one of +1 in E.164, as most are that programs send: of
// those the plan says no more, and records are written in large numbers.
func isWhole(number string) bool {
	national, of := strings.CutPrefix(number, "+1")
	return of && len(national) == 10 && national[0] >= '2' && strings.Trim(national, "0123456789") == ""
}

// dialable reads a number as the numbering plan of its country has it: one that begins with
// + or 00 carries its own country code, which must be the given one where there is one; another
// is read as it is dialled within the country of the code, +1 unless said otherwise. Numbers
// need not be given out yet: those of +1 555 are nobody's, and everybody's example. why is
// what is wrong with it, "" where nothing is.
func dialable(code, typed string) (number *phonenumbers.PhoneNumber, why string) {
	written := strings.TrimPrefix(strings.ToLower(typed), "tel:")
	if dialed := phonenumber.Dialed(written, strings.TrimPrefix(cmp.Or(code, "+1"), "+")); dialed != written {
		if strings.HasPrefix(strings.TrimSpace(written), "011") { // dialed from the country of the code, to another
			code = ""
		}
		written = dialed
	}
	if strings.ContainsFunc(written, func(r rune) bool { return (r < '0' || r > '9') && !strings.ContainsRune(" +-.()/", r) }) {
		return nil, "phone_number may hold digits, spaces, dots, dashes and brackets only"
	}
	whole := strings.HasPrefix(written, "+")
	if code == "" && !whole {
		code = "+1"
	}
	var region string
	if !whole {
		calling, _ := strconv.Atoi(code[1:]) // it is digits
		region = phonenumbers.GetRegionCodeForCountryCode(calling)
		if region == phonenumbers.UNKNOWN_REGION {
			return nil, "no country has the code " + code
		}
		if region == phonenumbers.REGION_CODE_FOR_NON_GEO_ENTITY { // has no numbers within itself
			written = code + written
		}
	}
	number, err := phonenumbers.Parse(written, region)
	switch {
	case err != nil && whole:
		return nil, "phone_number must be a number with its country code, such as +15551234567"
	case err != nil:
		return nil, notDialled(code)
	}
	if whole := phonenumbers.Format(number, phonenumbers.E164); phonenumber.Canonical(whole) != whole {
		if number, err = phonenumbers.Parse(phonenumber.Canonical(whole), ""); err != nil {
			return nil, notDialled(code)
		}
	}
	its := "+" + strconv.Itoa(int(number.GetCountryCode()))
	if code != "" && its != code {
		return nil, "phone_number must begin with the country code " + code
	}
	national := phonenumbers.GetNationalSignificantNumber(number)
	if phonenumbers.IsPossibleNumberWithReason(number) != phonenumbers.IS_POSSIBLE || its == "+1" && national[0] < '2' {
		return nil, notDialled(its)
	}
	return number, ""
}

// notDialled says what a country's numbers look like.
func notDialled(code string) string {
	switch code {
	case "+1":
		return "a +1 number has 10 digits, or 11 that begin with 1"
	case "+44":
		return "a +44 number has 10 digits, or 11 that begin with 0"
	default:
		return "no number of " + code + " has so many digits"
	}
}

// friendly writes a number as the people of +1 do their own, and as all others are written
// between countries.
func friendly(number *phonenumbers.PhoneNumber) string {
	if national := phonenumbers.GetNationalSignificantNumber(number); number.GetCountryCode() == 1 && len(national) == 10 {
		return friendlyNational(national)
	}
	return phonenumbers.Format(number, phonenumbers.INTERNATIONAL)
}

func friendlyNational(number string) string {
	return "(" + number[:3] + ") " + number[3:6] + "-" + number[6:]
}
