package outbound

import (
	"unicode/utf16"
)

// Micro is a millionth of a US dollar: what prices and sums are counted in.
const Micro = 1

// USD is a dollar.
const USD = 1_000_000 * Micro

// price is what a minute of a call and a segment of a text to a country cost, the
// leg to our own browser and the carriers' fees included.
type price struct{ minute, segment int64 }

// tariff is written here, not fetched: the provider's list prices of 2026, rounded up, so
// that the monthly stop comes rather early than late.
var tariff = map[string]price{
	"US": {18_000, 12_000}, "CA": {18_000, 16_000}, "PR": {25_000, 12_000},
	"GB": {45_000, 55_000}, "IE": {60_000, 80_000}, "DE": {60_000, 115_000}, "FR": {80_000, 90_000},
	"NL": {90_000, 115_000}, "ES": {60_000, 95_000}, "IT": {90_000, 105_000}, "AT": {110_000, 110_000},
	"CH": {110_000, 90_000}, "SE": {70_000, 75_000}, "NO": {80_000, 80_000}, "DK": {60_000, 60_000},
	"AU": {80_000, 60_000}, "NZ": {80_000, 115_000}, "MX": {50_000, 85_000}, "BR": {90_000, 85_000},
	"IN": {60_000, 90_000}, "JP": {160_000, 95_000}, "SG": {60_000, 60_000},
}

// Elsewhere is dear, and a premium number dearer.
var (
	elsewhere = price{500_000, 250_000}
	premium   = price{5 * USD, 5 * USD}
)

func priceOf(d Destination) price {
	if d.Premium {
		return premium
	}
	if p, known := tariff[d.Country]; known {
		return p
	}
	return elsewhere
}

// gsm are the characters of GSM 03.38 that take one septet, beside letters, digits
// and what ASCII shares; gsmTwo take two.
const (
	gsm    = "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
	gsmTwo = "^{}\\[~]|€\f"
)

var septets = func() map[rune]int {
	widths := map[rune]int{}
	for _, r := range gsm {
		widths[r] = 1
	}
	for _, r := range gsmTwo {
		widths[r] = 2
	}
	return widths
}()

// Segments is in how many pieces a text travels, each of which is charged: 160
// septets or 70 code units alone, 153 or 67 where there are several (3GPP TS 23.040).
func Segments(body string) int64 {
	units, plain := 0, true
	for _, r := range body {
		width, known := septets[r]
		plain = plain && known
		units += width
	}
	alone, joined := 160, 153
	if !plain {
		units, alone, joined = len(utf16.Encode([]rune(body))), 70, 67
	}
	if units <= alone {
		return 1
	}
	return int64((units + joined - 1) / joined)
}

// fileSegments is what a file of a text costs, in segments: a multimedia message costs
// about as much as three.
const fileSegments = 3

// segmentsOf is what a text with files is charged for: a file takes its words along.
func segmentsOf(body string, files int) int64 {
	if files == 0 {
		return Segments(body)
	}
	return int64(files) * fileSegments
}
