package spelling

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestSlips(t *testing.T) {
	for typed, meant := range map[string]string{
		"jonathan": "Jonathan", "jonatan": "Jonathan", "jonathann": "Jonathan", "jonathen": "Jonathan", "jontahan": "Jonathan",
		"katherine": "Catherine", "onathan": "Jonathan", "ojnathan": "Jonathan", "jonat": "Jonathan", "jonth": "Jonathan",
		"jose": "José", "muller": "Müller", "smiht": "Smith", "anna": "Anne", "МАРЯИ": "Мария", "garca": "García",
	} {
		if !Slip(typed, meant) {
			t.Errorf("%s is not meant for %s", typed, meant)
		}
	}
	for typed, other := range map[string]string{
		"jonathan": "Jon", "smith": "Schmidt", "anna": "Annabel", "karl": "Mark", "johnn": "Jane", "abcde": "badce", "": "ab", "tomkia": "tomi",
	} {
		if Slip(typed, other) {
			t.Errorf("%s is meant for %s", typed, other)
		}
	}
}

func TestWhatIsCorrected(t *testing.T) {
	for word, want := range map[string]bool{
		"anna": true, "ann": false, "": false, "a1bcd": false, "o'neill": false, "%_%%": false, `a\bcd`: false, "José": true, strings.Repeat("a", 31): false,
	} {
		if Correctable(word) != want {
			t.Errorf("%q: %v", word, !want)
		}
	}
}

func TestWords(t *testing.T) {
	words, places := Words("  Mary-Ann O'Neill, Jr. José2")
	if !slices.Equal(words, []string{"Mary", "Ann", "O", "Neill", "Jr", "José2"}) || !slices.Equal(places, []int{2, 7, 11, 13, 20, 24}) {
		t.Errorf("%q at %v", words, places)
	}
}

// For any input, patterns contain only letters and wildcards.
func TestPatternsHoldLetters(t *testing.T) {
	if got := Expression("anna"); got != "(^|[ .,('-])([^ ]{0,2}nna|a[^ ]{0,2}na|an[^ ]{0,2}a|ann[^ ]{0,2}|nana|anan)($|[ .,('-])" {
		t.Error(got)
	}
	if got := Expression("jonathan"); got != "" {
		t.Error(got)
	}
	if got := Patterns("abba"); !slices.Equal(got, []string{"%%bba%", "%a%ba%", "%ab%a%", "%abb%%", "%baba%", "%abab%"}) {
		t.Error(got)
	}
}

// Any typo leaves one half of a word unchanged, or swaps the letters at the cut.
func TestHalvesFindEverySlip(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	slips := 0
	for range 20_000 {
		typed := make([]byte, shortPattern+1+random.IntN(6))
		for i := range typed {
			typed[i] = "abcd"[random.IntN(4)]
		}
		other := slices.Clone(typed)
		switch at := random.IntN(len(other)); random.IntN(4) {
		case 0:
			other = slices.Delete(other, at, at+1)
		case 1:
			other = slices.Insert(other, at, "abcd"[random.IntN(4)])
		case 2:
			other[at] = "abcd"[random.IntN(4)]
		default:
			next := min(at+1, len(other)-1)
			other[at], other[next] = other[next], other[at]
		}
		if !Slip(string(typed), string(other)) {
			continue // the remainder is too short
		}
		slips++
		found := slices.ContainsFunc(Halves(string(typed)), func(pattern string) bool { return strings.Contains(string(other), strings.Trim(pattern, "%")) })
		if !found {
			t.Fatalf("%s is meant for %s, and not found by %q", typed, other, Halves(string(typed)))
		}
	}
	if slips < 15_000 {
		t.Errorf("%d words were meant", slips)
	}
}
