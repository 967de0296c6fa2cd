package records

import (
	"encoding/json"
	"strings"
	"testing"

	"switchboard/actors/features"
	"switchboard/storage/entry"
	"switchboard/storage/schema"
)

// drawn writes pieces with brackets around those that were found.
func drawn(of []Piece) string {
	var b strings.Builder
	for _, p := range of {
		if p.Found {
			b.WriteString("[" + p.Text + "]")
		} else {
			b.WriteString(p.Text)
		}
	}
	return b.String()
}

func TestWhatWasFoundIsMarked(t *testing.T) {
	contact := features.Registry().Object("contact")
	raw := func(v any) json.RawMessage {
		out, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	number := func(e164, friendly string) json.RawMessage {
		return raw(schema.PhoneValue{CountryCode: "+1", PhoneNumber: e164, FriendlyNumber: friendly})
	}
	long := strings.Repeat("x ", 200) + "Acme" + strings.Repeat(" y", 200)
	for _, c := range []struct {
		typed, field string
		value        json.RawMessage
		want         string
	}{
		{"ann", "name", raw("Joanna Ann"), "Jo[ann]a [Ann]"},
		{"an", "name", raw("Joanna Ann"), "Joanna [An]n"},
		{"ANN ary", "name", raw("Mary Ann"), "M[ary] [Ann]"},
		{"straße", "name", raw("An der Straße 7"), "An der [Straße] 7"},
		{"müll", "name", raw("🦊 MÜLLER"), "🦊 [MÜLL]ER"},
		{"</b", "name", raw("<b>bold</b>"), "<b>bold[</b]>"},
		{"(206) 555-0100", "phone", number("+12065550100", "(206) 555-0100"), "([206) 555-0100]"},
		{"206.555.0100", "phone", number("+12065550100", "(206) 555-0100"), "([206) 555-0100]"},
		{"+12065550100", "phone", number("+12065550100", "(206) 555-0100"), "([206) 555-0100]"},
		{"5501", "phone", number("+12065550100", "(206) 555-0100"), "(206) 5[55-01]00"},
		{"12065", "phone", number("+12065550100", "(206) 555-0100"), "([206) 5]55-0100"},
		{"2065550100", "phone", number("+12065550100", "at home"), "+1[2065550100]"},
		{"zzz", "phone", number("+12065550100", ""), ""},
		{"acme", "company", raw(long), "…" + strings.Repeat("x ", 20) + "[Acme]" + strings.Repeat(" y", 58) + "…"},
		{"jonatan", "name", raw("Dr. Jonathan Ruß"), "Dr. [Jonathan] Ruß"},
		{"smiht", "name", raw("Ünal Smith"), "Ünal [Smith]"},
		{"jose", "name", raw("José Á"), "[José] Á"},
		{"jose", "name", raw("Jose\u0301 X"), "[Jose\u0301] X"},
		{"lodz", "name", raw("Café Łódź"), "Café [Łódź]"},
		{"strasse", "name", raw("Hohe Straße 7"), "Hohe [Straße] 7"},
		{"as", "name", raw("Maß as"), "Maß [as]"},
		{"mas", "name", raw("Maß"), "[Maß]"},
		{"小明", "name", raw("王小明 A"), "王[小明] A"},
		{"fi", "name", raw("ﬁt"), "[ﬁ]t"},
		{"İNCİ", "name", raw("x inci"), "x [inci]"},
		{"\u0301", "name", raw("José"), ""},
	} {
		terms, err := termsOf("q", c.typed)
		if err != nil {
			t.Fatal(err)
		}
		got := marked(contact, contact.SearchFields(), terms, entry.Fields{c.field: c.value})
		if len(got) > 1 || drawn(got[c.field]) != c.want {
			t.Errorf("%q in %s: %v, want %s", c.typed, c.value, got, c.want)
		}
	}
}
