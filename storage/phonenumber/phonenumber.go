package phonenumber

import (
	"slices"
	"strings"
	"unicode"
)

// Plain rewrites a typed number in ASCII: it removes invisible format characters, and
// folds the digits, dashes, spaces and full-width signs of every script. Other
// characters, such as letters, stay.
func Plain(typed string) string {
	out := strings.Map(plain, typed)
	return strings.TrimSpace(out)
}

func plain(r rune) rune {
	const (
		minus, hyphenBullet      = '\u2212', '\u2043'
		keycap                   = '\u20e3'
		firstVariant, variant16  = '\ufe00', '\ufe0f'
		firstFullWidth, lastFull = '\uff01', '\uff5e'
	)
	switch {
	case r < unicode.MaxASCII && r > ' ':
		return r
	case r == keycap, r >= firstVariant && r <= variant16, unicode.Is(unicode.Cf, r):
		return -1
	case unicode.IsSpace(r):
		return ' '
	case r == minus, r == hyphenBullet, unicode.Is(unicode.Pd, r):
		return '-'
	case r >= firstFullWidth && r <= lastFull:
		return r - firstFullWidth + '!'
	case unicode.Is(unicode.Nd, r):
		return digit(r)
	}
	return r
}

// digit returns the ASCII digit of a decimal digit. Unicode encodes the ten digits of a script in
// order, so the distance from the start of their block gives the value.
func digit(r rune) rune {
	before := rune(0)
	for unicode.Is(unicode.Nd, r-before-1) {
		before++
	}
	return '0' + before%10
}

// northAmerica is the country code whose countries dial 011 before a foreign number.
const northAmerica = "1"

// Dialed returns a typed number as Plain does, with a plus sign in place of the international
// prefix: 00 everywhere, and 011 where callingCode, the country code of the caller without a plus
// sign, is 1.
func Dialed(typed, callingCode string) string {
	out := Plain(typed)
	if rest, is := strings.CutPrefix(out, "00"); is {
		return "+" + rest
	}
	if rest, is := strings.CutPrefix(out, "011"); is && callingCode == northAmerica {
		return "+" + strings.TrimLeft(rest, " -.")
	}
	return out
}

const (
	// fewestDigits is the shortest number to search for.
	fewestDigits = 3
	// fewestAbroad is the fewest digits, with the country code, that 011 can precede. After
	// fewer it may be an area code, such as Leeds 0113.
	fewestAbroad = 8
	// nationalDigits is the length of a national number of Mexico and Argentina.
	nationalDigits = 10
)

// Digits returns the digits of a typed number by which stored numbers are searched, without
// international and national prefixes; "" if the text is no number. The result is a part of each
// of Forms.
func Digits(typed string) string {
	var digits strings.Builder
	for _, r := range strings.ReplaceAll(Plain(typed), "(0)", "") {
		switch {
		case r >= '0' && r <= '9':
			digits.WriteRune(r)
		case !strings.ContainsRune(" +-.()/", r):
			return ""
		}
	}
	out := digits.String()
	if rest, is := strings.CutPrefix(out, "011"); is && len(rest) >= fewestAbroad {
		out = rest
	}
	out = strings.TrimLeft(out, "0")
	if len(out) < fewestDigits {
		return ""
	}
	if _, national, is := mobile("+" + out); is {
		return national
	}
	return out
}

// mobile splits a number of a country that writes, or wrote, an additional digit before mobile
// numbers; is reports whether the number belongs to one. prefix includes the digit if the number
// does.
func mobile(number string) (prefix, national string, is bool) {
	for _, code := range [...]string{mexico, argentina} {
		rest, of := strings.CutPrefix(number, code)
		if !of {
			continue
		}
		switch additional := extra[code]; {
		case len(rest) == nationalDigits:
			return code, rest, true
		case len(rest) == nationalDigits+1 && strings.HasPrefix(rest, additional):
			return code + additional, rest[1:], true
		}
	}
	return "", "", false
}

const (
	mexico    = "+52"
	argentina = "+54"
)

// extra is the digit between the country code and a mobile number. Mexico abolished it in
// 2019, but networks still send it; Argentina requires it from abroad.
var extra = map[string]string{mexico: "1", argentina: "9"}

// IsE164 reports whether a text is a number in E.164.
func IsE164(text string) bool {
	const fewest, most = 8, 16 // with the plus sign
	if len(text) < fewest || len(text) > most || text[0] != '+' || text[1] == '0' {
		return false
	}
	return strings.Trim(text[1:], "0123456789") == ""
}

// Canonical returns an E.164 number as it is dialed today: without Mexico's former 1.
func Canonical(number string) string {
	if prefix, national, is := mobile(number); is && prefix == mexico+extra[mexico] {
		return mexico + national
	}
	return number
}

// Forms lists the E.164 numbers that reach the same line, number first.
func Forms(number string) []string {
	prefix, national, is := mobile(number)
	if !is {
		return []string{number}
	}
	code := prefix[:len(mexico)]
	if prefix == code {
		return []string{number, code + extra[code] + national}
	}
	return []string{number, code + national}
}

// Same reports whether two E.164 numbers reach the same line.
func Same(a, b string) bool {
	return slices.Contains(Forms(a), b)
}
