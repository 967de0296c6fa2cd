package rest

import (
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Bounds of a JSON text beside its size.
const (
	maxDepth   = 32
	maxKeys    = 1_000 // in one object
	maxNumeral = 64    // characters of one number
)

// syntaxError is where a text stops being JSON as we take it, and why.
type syntaxError struct {
	offset int
	reason string
}

func (e *syntaxError) Error() string { return e.reason }

// position gives line and column, both from 1, the column in characters.
func (e *syntaxError) position(text []byte) (line, column int) {
	before := text[:min(e.offset, len(text))]
	line = 1
	start := 0
	for i, c := range before {
		if c == '\n' {
			line++
			start = i + 1
		}
	}
	return line, utf8.RuneCount(before[start:]) + 1
}

// scanner checks one JSON text (RFC 8259) more strictly than encoding/json: no
// key twice in one object, no half of a surrogate pair, no bytes that are not
// UTF-8, bounded depth, nothing behind the value.
type scanner struct {
	text []byte
	at   int
}

// checkJSON tells what is wrong with the text, nil where nothing is.
func checkJSON(text []byte) *syntaxError {
	s := &scanner{text: text}
	s.space()
	if err := s.value(0); err != nil {
		return err
	}
	s.space()
	if s.at != len(s.text) {
		return s.fail("something follows the end of the value")
	}
	return nil
}

func (s *scanner) fail(format string, args ...any) *syntaxError {
	return &syntaxError{offset: s.at, reason: fmt.Sprintf(format, args...)}
}

// peek gives the next byte, 0 at the end (no value begins with it).
func (s *scanner) peek() byte {
	if s.at < len(s.text) {
		return s.text[s.at]
	}
	return 0
}

func (s *scanner) space() {
	for s.at < len(s.text) {
		switch s.text[s.at] {
		case ' ', '\t', '\n', '\r':
			s.at++
		default:
			return
		}
	}
}

func (s *scanner) value(depth int) *syntaxError {
	if depth > maxDepth {
		return s.fail("it is nested deeper than %d levels", maxDepth)
	}
	switch c := s.peek(); {
	case c == '{':
		return s.object(depth)
	case c == '[':
		return s.array(depth)
	case c == '"':
		_, err := s.str()
		return err
	case c == 't':
		return s.word("true")
	case c == 'f':
		return s.word("false")
	case c == 'n':
		return s.word("null")
	case c == '-' || c >= '0' && c <= '9':
		return s.number()
	case s.at == len(s.text):
		return s.fail("it ends where a value is expected")
	default:
		return s.fail("a value is expected")
	}
}

func (s *scanner) object(depth int) *syntaxError {
	s.at++
	seen := map[string]struct{}{}
	for first := true; ; first = false {
		s.space()
		if s.peek() == '}' && first {
			s.at++
			return nil
		}
		if s.peek() != '"' {
			return s.fail("a key in double quotes is expected")
		}
		start := s.at
		key, err := s.str()
		if err != nil {
			return err
		}
		if _, double := seen[key]; double {
			s.at = start
			return s.fail("the key %q stands twice in one object", key)
		}
		if len(seen) == maxKeys {
			s.at = start
			return s.fail("an object has more than %d keys", maxKeys)
		}
		seen[key] = struct{}{}
		s.space()
		if s.peek() != ':' {
			return s.fail("a colon is expected after the key %q", key)
		}
		s.at++
		s.space()
		if err := s.value(depth + 1); err != nil {
			return err
		}
		s.space()
		switch s.peek() {
		case ',':
			s.at++
		case '}':
			s.at++
			return nil
		default:
			return s.fail("a comma or } is expected")
		}
	}
}

func (s *scanner) array(depth int) *syntaxError {
	s.at++
	for first := true; ; first = false {
		s.space()
		if s.peek() == ']' && first {
			s.at++
			return nil
		}
		if err := s.value(depth + 1); err != nil {
			return err
		}
		s.space()
		switch s.peek() {
		case ',':
			s.at++
		case ']':
			s.at++
			return nil
		default:
			return s.fail("a comma or ] is expected")
		}
	}
}

func (s *scanner) word(w string) *syntaxError {
	if !strings.HasPrefix(string(s.text[s.at:min(len(s.text), s.at+len(w))]), w) {
		return s.fail("a value is expected")
	}
	s.at += len(w)
	return nil
}

func (s *scanner) number() *syntaxError {
	start := s.at
	if s.peek() == '-' {
		s.at++
	}
	switch c := s.peek(); {
	case c == '0':
		s.at++
	case c >= '1' && c <= '9':
		s.digits()
	default:
		return s.fail("a digit is expected")
	}
	if s.peek() == '.' {
		s.at++
		if s.digits() == 0 {
			return s.fail("a digit is expected after the decimal point")
		}
	}
	if c := s.peek(); c == 'e' || c == 'E' {
		s.at++
		if c := s.peek(); c == '+' || c == '-' {
			s.at++
		}
		if s.digits() == 0 {
			return s.fail("a digit is expected in the exponent")
		}
	}
	if s.at-start > maxNumeral {
		s.at = start
		return s.fail("a number has more than %d characters", maxNumeral)
	}
	return nil
}

func (s *scanner) digits() int {
	start := s.at
	for c := s.peek(); c >= '0' && c <= '9'; c = s.peek() {
		s.at++
	}
	return s.at - start
}

// str reads a string and returns it decoded.
func (s *scanner) str() (string, *syntaxError) {
	s.at++
	var b strings.Builder
	for {
		if s.at == len(s.text) {
			return "", s.fail("a text is not closed")
		}
		switch c := s.text[s.at]; {
		case c == '"':
			s.at++
			return b.String(), nil
		case c == '\\':
			r, err := s.escape()
			if err != nil {
				return "", err
			}
			b.WriteRune(r)
		case c < 0x20:
			return "", s.fail("a control character stands in a text; write it as an escape")
		case c < utf8.RuneSelf:
			b.WriteByte(c)
			s.at++
		default:
			r, size := utf8.DecodeRune(s.text[s.at:])
			if r == utf8.RuneError && size == 1 {
				return "", s.fail("it is not UTF-8")
			}
			b.WriteRune(r)
			s.at += size
		}
	}
}

func (s *scanner) escape() (rune, *syntaxError) {
	s.at++
	c := s.peek()
	plain := map[byte]rune{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}
	if r, ok := plain[c]; ok {
		s.at++
		return r, nil
	}
	if c != 'u' {
		return 0, s.fail("an unknown escape")
	}
	s.at++
	r, err := s.hex4()
	if err != nil || !utf16.IsSurrogate(r) {
		return r, err
	}
	if s.peek() != '\\' || s.at+1 >= len(s.text) || s.text[s.at+1] != 'u' {
		return 0, s.fail("half of a surrogate pair")
	}
	s.at += 2
	low, err := s.hex4()
	if err != nil {
		return 0, err
	}
	whole := utf16.DecodeRune(r, low)
	if whole == utf8.RuneError {
		return 0, s.fail("half of a surrogate pair")
	}
	return whole, nil
}

func (s *scanner) hex4() (rune, *syntaxError) {
	var r rune
	for range 4 {
		var d byte
		switch c := s.peek(); {
		case c >= '0' && c <= '9':
			d = c - '0'
		case c >= 'a' && c <= 'f':
			d = c - 'a' + 10
		case c >= 'A' && c <= 'F':
			d = c - 'A' + 10
		default:
			return 0, s.fail("four hexadecimal digits are expected")
		}
		r = r<<4 | rune(d)
		s.at++
	}
	return r, nil
}
