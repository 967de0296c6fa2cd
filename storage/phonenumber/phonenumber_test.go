package phonenumber_test

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"switchboard/storage/phonenumber"
)

func TestTypedNumbersAreNormalized(t *testing.T) {
	raw, err := os.ReadFile("testdata/typed.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct{ Typed, Within, Dialed, Digits string }
	if err := json.Unmarshal(raw, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		if got := phonenumber.Dialed(c.Typed, c.Within); got != c.Dialed {
			t.Errorf("Dialed(%+q, %s) = %+q, want %q", c.Typed, c.Within, got, c.Dialed)
		}
		if got := phonenumber.Digits(c.Typed); got != c.Digits {
			t.Errorf("Digits(%+q) = %q, want %q", c.Typed, got, c.Digits)
		}
	}
}

func TestFormsReachTheSameLine(t *testing.T) {
	for _, forms := range [][]string{
		{"+5215512345678", "+525512345678"},
		{"+541123456789", "+5491123456789"},
		{"+12065550101"},
		{"+5255123456"},
	} {
		for _, number := range forms {
			got := phonenumber.Forms(number)
			if len(got) != len(forms) || got[0] != number {
				t.Errorf("Forms(%s) = %v, want %v", number, got, forms)
			}
			for _, form := range forms {
				if !slices.Contains(got, form) || !phonenumber.Same(number, form) {
					t.Errorf("%s and %s are not the same line", number, form)
				}
			}
		}
	}
	if phonenumber.Same("+5215512345678", "+525512345679") {
		t.Error("two numbers of Mexico are the same line")
	}
	if got := phonenumber.Canonical("+5215512345678"); got != "+525512345678" {
		t.Errorf("Mexico's former mobile prefix stays: %s", got)
	}
	if got := phonenumber.Canonical("+5491123456789"); got != "+5491123456789" {
		t.Errorf("Argentina's mobile prefix is removed: %s", got)
	}
}
