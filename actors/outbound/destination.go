package outbound

import (
	"slices"

	"github.com/nyaruka/phonenumbers"
	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
)

// Destination is what a number tells of where it leads.
type Destination struct {
	// Country is the ISO 3166-1 code: the countries that share +1 or +44 are told apart. "" if
	// the numbering plan knows no such number.
	Country string
	// Premium numbers charge the caller, or are where such charges hide: premium and
	// shared cost, personal numbers and pagers.
	Premium bool
}

// DestinationOf looks a number in E.164 up in the numbering plan.
func DestinationOf(number string) Destination {
	n, err := phonenumbers.Parse(number, "")
	if err != nil || !phonenumbers.IsValidNumber(n) {
		return Destination{}
	}
	d := Destination{Country: phonenumbers.GetRegionCodeForNumber(n)}
	if d.Country == "001" || d.Country == "ZZ" { // satellites and networks of no country
		d.Country = ""
	}
	switch phonenumbers.GetNumberType(n) {
	case phonenumbers.PREMIUM_RATE, phonenumbers.SHARED_COST, phonenumbers.PERSONAL_NUMBER, phonenumbers.PAGER:
		d.Premium = true
	default:
	}
	return d
}

// CountryName is a country as people call it, with its code.
func CountryName(code string) string {
	region, err := language.ParseRegion(code)
	if err != nil {
		return code
	}
	return display.English.Regions().Name(region) + " (" + code + ")"
}

// mostZones is how many time zones a number may lie in to tell anything of the
// time there: a toll-free one lies in all of its country's.
const mostZones = 3

// Zones returns the time zones of a number, see Zones.
func (*Guard) Zones(number string) []string { return Zones(number) }

// Zones are the time zones that a number in E.164 may lie in, none if it does not tell.
func Zones(number string) []string {
	n, err := phonenumbers.Parse(number, "")
	if err != nil {
		return nil
	}
	zones, err := phonenumbers.GetTimezonesForNumber(n)
	if err != nil || len(zones) > mostZones || slices.Contains(zones, phonenumbers.UNKNOWN_TIMEZONE) {
		return nil
	}
	return zones
}
