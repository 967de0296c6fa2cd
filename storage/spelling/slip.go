package spelling

import (
	"strings"
	"unicode"
)

const (
	// shortest is the minimum length of a word to correct: a shorter one would match almost any
	// word.
	shortest = 4
	// longest bounds the patterns of a word.
	longest = 30
	// beginsFrom is the length from which a word may also be the beginning of the intended one.
	beginsFrom = 5
)

// Correctable reports whether typos are considered in a word: it consists of letters only.
func Correctable(word string) bool {
	n := 0
	for _, r := range word {
		if !unicode.IsLetter(r) {
			return false
		}
		n++
	}
	return n >= shortest && n <= longest
}

// Slip reports whether typed is the word, or its beginning, with at most one typo.
func Slip(typed, word string) bool {
	a, b := letters(typed), letters(word)
	if len(a) < beginsFrom {
		return near(a, b)
	}
	for end := len(a) - 1; end <= len(a)+1; end++ {
		if end <= len(b) && near(a, b[:end]) {
			return true
		}
	}
	return false
}

// SameStart reports whether two words begin with the same letter, ignoring case.
func SameStart(typed, word string) bool {
	a, b := letters(typed), letters(word)
	return len(a) > 0 && len(b) > 0 && a[0] == b[0]
}

// letters returns the lower-case letters of a word, one for each letter so that indexes stay
// valid.
func letters(word string) []rune {
	out := []rune(word)
	for i, r := range out {
		out[i] = unicode.ToLower(r)
	}
	return out
}

// near reports whether two words differ by at most one typo.
func near(a, b []rune) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	switch rest, other := a[i:], b[i:]; {
	case len(other) > len(rest)+1:
		return false
	case len(other) == len(rest)+1:
		return string(rest) == string(other[1:])
	case len(rest) <= 1 || string(rest[1:]) == string(other[1:]):
		return true
	default:
		return rest[0] == other[1] && rest[1] == other[0] && string(rest[2:]) == string(other[2:])
	}
}

// Words splits a name at characters that are neither letters nor digits. places holds the index
// of each word's first letter.
func Words(name string) (words []string, places []int) {
	begin := -1
	for i, r := range name {
		inside := unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
		if inside && begin < 0 {
			begin = i
		}
		if !inside && begin >= 0 {
			words, places, begin = append(words, name[begin:i]), append(places, begin), -1
		}
	}
	if begin >= 0 {
		words, places = append(words, name[begin:]), append(places, begin)
	}
	return words, places
}

// shortPattern is the maximum length of a word whose typos one regular expression covers: that of
// a longer word is too large for a trigram index.
const shortPattern = 6

// between are the characters that separate the words of names. A negated class would not help the
// index.
const between = `[ .,('-]`

// Expression returns the case-insensitive PostgreSQL regular expression that finds names with a
// word that Slip accepts; "" for a longer word, for which Patterns exist.
func Expression(typed string) string {
	word := letters(typed)
	if len(word) > shortPattern {
		return ""
	}
	var of []string
	for i := range word {
		of = append(of, string(word[:i])+"[^ ]{0,2}"+string(word[i+1:]))
	}
	of = append(of, swapped(word)...)
	end := ""
	if len(word) < beginsFrom {
		end = `($|` + between + `)`
	}
	return "(^|" + between + ")(" + strings.Join(of, "|") + ")" + end
}

// Patterns returns LIKE patterns, any of which finds names with a word that Slip accepts.
func Patterns(typed string) []string {
	word := letters(typed)
	var of []string
	for i := range word {
		of = append(of, "%"+string(word[:i])+"%"+string(word[i+1:])+"%")
	}
	for _, other := range swapped(word) {
		of = append(of, "%"+other+"%")
	}
	return of
}

// Halves returns LIKE patterns for a word that is too long for an Expression: one typo leaves one
// half of the word unchanged or swaps the letters at the cut. They match a superset of what
// Patterns match, by an index at a fraction of the cost.
func Halves(typed string) []string {
	word := letters(typed)
	cut := len(word) / 2
	of := []string{"%" + string(word[:cut]) + "%", "%" + string(word[cut:]) + "%"}
	if word[cut-1] != word[cut] {
		of = append(of, "%"+string(word[:cut-1])+string(word[cut])+string(word[cut-1])+string(word[cut+1:])+"%")
	}
	return of
}

// swapped returns the words with two adjacent letters swapped.
func swapped(word []rune) []string {
	var out []string
	for i := 1; i < len(word); i++ {
		if word[i-1] != word[i] {
			out = append(out, string(word[:i-1])+string(word[i])+string(word[i-1])+string(word[i+1:]))
		}
	}
	return out
}
