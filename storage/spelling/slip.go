package spelling

import (
	"strings"
	"unicode"
)

const (
	// shortest is how many letters a word has in which a slip is looked for: of fewer, any
	// other word would do.
	shortest = 4
	// longest bounds the patterns of a word.
	longest = 30
	// beginsFrom is from how many letters on a word may be the beginning of the one that was
	// meant.
	beginsFrom = 5
)

// Correctable tells whether slips are looked for in a word: it is of letters alone.
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

// Slip tells whether typed may be meant for the word, or for its beginning. A word that is
// typed right is one without a slip.
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

// SameStart tells whether two words begin with the same letter, whatever its case.
func SameStart(typed, word string) bool {
	a, b := letters(typed), letters(word)
	return len(a) > 0 && len(b) > 0 && a[0] == b[0]
}

// letters are those of a word, small: of each one there is one, so that places stay.
func letters(word string) []rune {
	out := []rune(word)
	for i, r := range out {
		out[i] = unicode.ToLower(r)
	}
	return out
}

// near tells whether one slip at the most lies between two words.
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

// Words takes a name apart: what is neither letter nor digit stands between words. Each has
// the place of its first letter.
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

// shortPattern is how many letters a word has whose slips one regular expression finds:
// those of a longer one make it so large that three letters at a time tell little.
const shortPattern = 6

// between are the characters that stand between the words of names. A class of all others
// would tell the index nothing.
const between = `[ .,('-]`

// Expression is the regular expression of PostgreSQL, regardless of case, that finds names
// with a word that Slip takes; "" for a longer word, of which Patterns are.
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

// Patterns are those of LIKE, any of which finds names with a word that Slip takes.
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

// Halves are patterns of LIKE for a word that is too long for an Expression: one slip leaves
// one half of it as it is, or changes the letters about between which it is cut. They find
// what Patterns do and much more, by an index at a fraction of the cost.
func Halves(typed string) []string {
	word := letters(typed)
	cut := len(word) / 2
	of := []string{"%" + string(word[:cut]) + "%", "%" + string(word[cut:]) + "%"}
	if word[cut-1] != word[cut] {
		of = append(of, "%"+string(word[:cut-1])+string(word[cut])+string(word[cut-1])+string(word[cut+1:])+"%")
	}
	return of
}

// swapped are the words in which two letters have changed about.
func swapped(word []rune) []string {
	var out []string
	for i := 1; i < len(word); i++ {
		if word[i-1] != word[i] {
			out = append(out, string(word[:i-1])+string(word[i])+string(word[i-1])+string(word[i+1:]))
		}
	}
	return out
}
