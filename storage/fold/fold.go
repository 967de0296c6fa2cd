package fold

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Separator precedes each character of a script that writes words without spaces, so that an
// index of words and trigrams also finds one or two such characters.
const Separator = '\x01'

// anywhereFrom is the length from which a key is also searched within words: a trigram index
// needs three characters.
const anywhereFrom = 3

type runes struct{ first, last rune }

// removed are the characters that a key omits: accents, vowel points and invisible characters.
// Key removes separators, too, and inserts its own.
var removed = []runes{
	{Separator, Separator},
	{0x00AD, 0x00AD},                                                                         // soft hyphen
	{0x0300, 0x036F},                                                                         // combining diacritical marks
	{0x0483, 0x0489},                                                                         // Cyrillic marks
	{0x0591, 0x05BD}, {0x05BF, 0x05BF}, {0x05C1, 0x05C2}, {0x05C4, 0x05C5}, {0x05C7, 0x05C7}, // Hebrew points
	{0x0640, 0x0640}, {0x064B, 0x065F}, {0x0670, 0x0670}, // Arabic elongation and vowels
	{0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF}, // more combining marks
	{0x200B, 0x200F}, {0x202A, 0x202E}, {0x2060, 0x2064}, {0x2066, 0x2069}, // format characters
	{0x20D0, 0x20FF}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}, {0xFEFF, 0xFEFF},
}

// unspaced are the scripts that write words without spaces between them.
var unspaced = []runes{
	{0x0E00, 0x0EFF},                   // Thai, Lao
	{0x1000, 0x109F}, {0x1780, 0x17FF}, // Myanmar, Khmer
	{0x3005, 0x3007}, {0x3040, 0x312F}, {0x31F0, 0x31FF}, // Japanese, Bopomofo
	{0x3400, 0x4DBF}, {0x4E00, 0x9FFF}, {0xF900, 0xFAFF}, {0x20000, 0x3FFFF}, // Han
}

// replaced are lower-case letters and signs without a decomposition, with what users type for
// them.
var replaced = map[rune]string{
	'ł': "l", 'ø': "o", 'đ': "d", 'ð': "d", 'ı': "i", 'ħ': "h", 'ŧ': "t", 'ƀ': "b", 'ɨ': "i", 'ŋ': "n",
	'ɓ': "b", 'ɗ': "d", 'ƙ': "k", 'ƴ': "y", 'ς': "σ",
	'ß': "ss", 'æ': "ae", 'œ': "oe", 'þ': "th",
	'‘': "'", '’': "'", 'ʼ': "'", '“': `"`, '”': `"`, '‐': "-", '–': "-", '—': "-", '−': "-",
}

func within(r rune, all []runes) bool {
	return slices.ContainsFunc(all, func(some runes) bool { return r >= some.first && r <= some.last })
}

// Key returns the search key of a text.
func Key(text string) string {
	if isASCII(text) {
		return strings.ToLower(text)
	}
	var key strings.Builder
	key.Grow(len(text))
	for _, r := range norm.NFKD.String(text) {
		r = unicode.ToLower(r)
		switch as, is := replaced[r]; {
		case is:
			key.WriteString(as)
		case within(r, removed):
		case within(r, unspaced):
			key.WriteRune(Separator)
			key.WriteRune(r)
		default:
			key.WriteRune(r)
		}
	}
	return key.String()
}

func isASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// IsAnywhere reports whether a key is searched for anywhere in a text; other keys only match at
// the start of a word.
func IsAnywhere(key string) bool {
	return utf8.RuneCountInString(key) >= anywhereFrom || strings.ContainsRune(key, Separator)
}

// Literal escapes a key for LIKE.
func Literal(key string) string { return literal.Replace(key) }

var literal = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// Spread returns the key of a text character by character, with the index of the source character
// of each.
func Spread(text []rune) (key []rune, from []int) {
	for i, r := range text {
		for _, k := range Key(string(r)) {
			key, from = append(key, k), append(from, i)
		}
	}
	return key, from
}
