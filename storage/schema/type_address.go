package schema

import (
	"regexp"
	"strings"

	"golang.org/x/text/language"
)

// Address is a place that letters reach.
var Address = declare(FieldType{
	Name: "address", JSONType: "object", Format: "address", TypeScript: typeScript("AddressValue"), Interface: `
/** The value of an address field. */
export interface AddressValue {
  line1?: string;
  line2?: string;
  additional_info?: string;
  city?: string;
  state?: string;
  postal_code?: string;
  country?: string;
}
`,
	Example: `{"line1":"2380 Patel Street","city":"Seattle","state":"WA","postal_code":"98188","country":"US"}`,
	Check:   checkAddress,
	Wire:    showJSON,
	Shown:   shownJSON,
	Column:  jsonColumn, Index: asItIs, Size: packedSize,
	Members: []string{"city", "line1", "line2", "additional_info", "state", "postal_code", "country"}, Cell: "line1",
})

var addressKeys = []string{"line1", "line2", "additional_info", "city", "state", "postal_code", "country"}

func checkAddress(f *Field, raw []byte) (any, error) {
	parts, err := textMembers(f, raw, addressKeys...)
	if err != nil {
		return nil, err
	}
	for key, part := range parts {
		parts[key] = strings.Join(strings.Fields(part), " ")
	}
	parts["postal_code"], parts["country"] = strings.ToUpper(parts["postal_code"]), countryCode(parts["country"])
	if stateCode.MatchString(parts["state"]) {
		parts["state"] = strings.ToUpper(parts["state"])
	}
	return compact(parts)
}

// stateCode is a state, province or the like that is written as a code, such as WA.
var stateCode = regexp.MustCompile(`^[A-Za-z]{2}$`)

// countryCode gives the code of two letters for a country that is written as a code (us, USA,
// UK), so that one country is filtered by one value. Names of countries stay as they are.
func countryCode(country string) string {
	region, err := language.ParseRegion(country)
	if err != nil || !region.IsCountry() {
		return country
	}
	return region.Canonicalize().String()
}
