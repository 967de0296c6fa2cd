package outbound

import (
	"slices"
	"strings"
	"testing"
)

// The countries behind one country code are told apart, and what charges its caller
// is told from what does not.
func TestWhereANumberLeads(t *testing.T) {
	for number, want := range map[string]Destination{
		"+14155552671":   {Country: "US"},
		"+14165551234":   {Country: "CA"},
		"+18005551234":   {Country: "US"}, // toll-free
		"+19005551234":   {Country: "US", Premium: true},
		"+18765551234":   {Country: "JM"},
		"+12844951234":   {Country: "VG"},
		"+18095551234":   {Country: "DO"},
		"+17875551234":   {Country: "PR"},
		"+442079460123":  {Country: "GB"},
		"+441534123456":  {Country: "JE"},
		"+447624123456":  {Country: "IM"},
		"+449012345678":  {Country: "GB", Premium: true},
		"+448712345678":  {Country: "GB", Premium: true},
		"+447012345678":  {Country: "GB", Premium: true}, // personal numbers
		"+88213123456":   {},                             // a satellite network's
		"+15550100200":   {},                             // an area code that is none
		"+17005551234":   {},
		"+9991234567":    {},
		"client:someone": {},
		"":               {},
	} {
		if got := DestinationOf(number); got != want {
			t.Errorf("%s leads to %+v, want %+v", number, got, want)
		}
	}
	if got := CountryName("JM"); got != "Jamaica (JM)" {
		t.Errorf("JM is called %q", got)
	}
}

func TestZones(t *testing.T) {
	for number, want := range map[string][]string{
		"+14155552671": {"America/Los_Angeles"}, "+12125552671": {"America/New_York"},
		"+18005551234": nil, "+88213123456": nil, "": nil,
	} {
		if got := Zones(number); !slices.Equal(got, want) {
			t.Errorf("%s lies in %v, want %v", number, got, want)
		}
	}
}

func TestSegments(t *testing.T) {
	for body, want := range map[string]int64{
		"": 1, "Hi": 1, strings.Repeat("a", 160): 1, strings.Repeat("a", 161): 2, strings.Repeat("a", 306): 2,
		strings.Repeat("a", 307): 3, strings.Repeat("€", 80): 1, strings.Repeat("€", 81): 2,
		strings.Repeat("ж", 70): 1, strings.Repeat("ж", 71): 2, strings.Repeat("😀", 35): 1, strings.Repeat("😀", 36): 2,
		"ü" + strings.Repeat("a", 159): 1, "ж" + strings.Repeat("a", 70): 2,
	} {
		if got := Segments(body); got != want {
			t.Errorf("%d bytes of %.3q… are %d segments, want %d", len(body), body, got, want)
		}
	}
}
