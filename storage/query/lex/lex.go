package lex

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"switchboard/storage/schema"
)

const (
	// MaxText is how long a query may be, in bytes.
	MaxText = 64 << 10
	// MaxTokens is how many words, literals and signs it may have.
	MaxTokens = 8_000
	maxName   = 63
)

// scanner walks over the text.
type scanner struct {
	text   string
	at     int
	slots  int
	tokens []Token
}

// Tokens takes a text apart, into room that a caller may give. The last token is an End.
func Tokens(text string, room []Token) ([]Token, error) {
	if len(text) > MaxText {
		return nil, &Error{At: MaxText, Message: fmt.Sprintf("A query may have %d bytes; this one has %d.", MaxText, len(text))}
	}
	s := scanner{text: text, tokens: room[:0]}
	for {
		s.space()
		if s.at == len(text) {
			return append(s.tokens, Token{Kind: End, At: s.at, To: s.at, Slot: -1}), nil
		}
		if len(s.tokens) == MaxTokens {
			return nil, s.fail(s.at, s.at+1, "A query may have %d words and signs; this one has more.", MaxTokens)
		}
		if err := s.next(); err != nil {
			return nil, err
		}
	}
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

func (s *scanner) fail(from, to int, format string, args ...any) error {
	return &Error{At: from, Word: Shown(s.text[from:min(to, len(s.text))]), Message: fmt.Sprintf(format, args...)}
}

func (s *scanner) add(kind Kind, from int, text string) {
	slot := -1
	if kind == String || kind == Numeral {
		slot = s.slots
		s.slots++
	}
	s.tokens = append(s.tokens, Token{Kind: kind, At: from, To: s.at, Text: text, Slot: slot})
}

func (s *scanner) next() error {
	c := s.text[s.at]
	switch {
	case isLetter(c):
		return s.word()
	case isDigit(c) || c == '.' && s.at+1 < len(s.text) && isDigit(s.text[s.at+1]) && !s.afterName():
		return s.number()
	case c == '\'':
		return s.quoted('\'', String)
	case c == '"':
		return s.quoted('"', Quoted)
	default:
		return s.symbol()
	}
}

// afterName tells whether a dot here stands behind a name, whose next part follows.
func (s *scanner) afterName() bool {
	n := len(s.tokens)
	return n > 0 && s.tokens[n-1].To == s.at && (s.tokens[n-1].Kind == Word || s.tokens[n-1].Kind == Quoted)
}

func isLetter(c byte) bool { return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }

func (s *scanner) word() error {
	from := s.at
	for s.at < len(s.text) && (isLetter(s.text[s.at]) || isDigit(s.text[s.at])) {
		s.at++
	}
	word := s.text[from:s.at]
	switch {
	case len(word) > maxName:
		return s.fail(from, s.at, "A name has %d letters at the most.", maxName)
	case s.at < len(s.text) && (s.text[s.at] == '\'' || s.text[s.at] == '"') && !operand(word):
		return s.fail(from, s.at+1, "A text begins with a single quote; nothing stands before it.")
	}
	s.add(Word, from, word)
	return nil
}

// operand tells whether a literal may follow a word without a space.
func operand(word string) bool {
	switch strings.ToUpper(word) {
	case "AND", "OR", "NOT", "LIKE", "IN", "BETWEEN", "WHEN", "THEN", "ELSE", "SELECT", "AS", "BY", "WHERE", "HAVING", "ON", "CASE", "FROM", "JOIN":
		return true
	default:
		return false
	}
}

func (s *scanner) number() error {
	from := s.at
	digits := func() {
		for s.at < len(s.text) && isDigit(s.text[s.at]) {
			s.at++
		}
	}
	digits()
	if s.at < len(s.text) && s.text[s.at] == '.' {
		s.at++
		digits()
	}
	if s.at+1 < len(s.text) && s.text[s.at]|0x20 == 'e' && (isDigit(s.text[s.at+1]) || s.at+2 < len(s.text) && strings.IndexByte("+-", s.text[s.at+1]) >= 0 && isDigit(s.text[s.at+2])) {
		s.at += 2
		digits()
	}
	if s.at < len(s.text) && (isLetter(s.text[s.at]) || s.text[s.at] == '.') {
		for s.at < len(s.text) && (isLetter(s.text[s.at]) || isDigit(s.text[s.at]) || s.text[s.at] == '.') {
			s.at++
		}
		return s.fail(from, s.at, "This is neither a number nor a name.")
	}
	const longest = 40
	if s.at-from > longest {
		return s.fail(from, s.at, "A number has %d digits at the most.", longest)
	}
	text := s.text[from:s.at]
	if text[0] == '.' {
		text = "0" + text
	}
	s.add(Numeral, from, text)
	return nil
}

// quoted reads a text or name up to its quote; a doubled one stands for itself.
func (s *scanner) quoted(quote byte, kind Kind) error {
	from := s.at
	s.at++
	doubled := false
	for {
		next := strings.IndexByte(s.text[s.at:], quote)
		if next < 0 {
			s.at = len(s.text)
			return s.fail(from, from+1, "The quote that begins here is not closed.")
		}
		s.at += next + 1
		if s.at == len(s.text) || s.text[s.at] != quote {
			break
		}
		doubled = true
		s.at++
	}
	inner := s.text[from+1 : s.at-1]
	if doubled {
		one := string(quote)
		inner = strings.ReplaceAll(inner, one+one, one)
	}
	switch {
	case !schema.Storable(inner):
		return s.fail(from, from+1, "This text holds characters that can't be stored.")
	case kind == Quoted && !isName(inner):
		return s.fail(from, s.at, "Double quotes hold a name: letters, digits and underscores. A text stands between single quotes.")
	case kind == Quoted && s.at < len(s.text) && s.text[s.at] == '\'', kind == String && s.at < len(s.text) && s.text[s.at] == '"':
		return s.fail(s.at, s.at+1, "A space is missing between two quoted words.")
	}
	s.add(kind, from, inner)
	return nil
}

func isName(text string) bool {
	for i := range len(text) {
		if !isLetter(text[i]) && (i == 0 || !isDigit(text[i])) {
			return false
		}
	}
	return text != "" && len(text) <= maxName
}

// signs are the symbols, the long ones first.
var signs = []string{"<=", ">=", "!=", "<>", "||", "(", ")", ",", ".", "*", "=", "<", ">", "+", "-", "/", "%", ";"}

// teach says of signs of SQL that are not here what to write instead.
var teach = map[string]string{
	"--": "A query has no comments.", "/*": "A query has no comments.",
	"::": "A query has no casts: values are of the type of their field.",
	"$":  "A query has no parameters and no dollar quotes: write values between single quotes.",
	"?":  "A query has no parameters: write values between single quotes.",
	"`":  "A name stands plainly or between double quotes.",
	"[":  "A list stands in round brackets: IN ('a', 'b').", "{": "A query has no braces.",
	"\\": "A text is quoted by single quotes alone; a quote in it is doubled.",
	":":  "A query has no parameters and no casts.", "@": "A query has no variables.",
	"~": "There are no regular expressions: LIKE finds parts of texts.", "#": "A query has no comments.",
}

func (s *scanner) symbol() error {
	rest := s.text[s.at:]
	for _, n := range []int{2, 1} {
		if n <= len(rest) {
			if why, known := teach[rest[:n]]; known {
				return s.fail(s.at, s.at+n, "%s", why)
			}
		}
	}
	for _, sign := range signs {
		if strings.HasPrefix(rest, sign) {
			from := s.at
			s.at += len(sign)
			s.add(Symbol, from, sign)
			return nil
		}
	}
	r, size := utf8.DecodeRuneInString(rest)
	switch {
	case r == utf8.RuneError && size <= 1:
		return &Error{At: s.at, Message: "The query must be text in UTF-8."}
	case strings.ContainsRune("‘’‚′＇“”„″＂", r):
		return s.fail(s.at, s.at+size, "Quotes must be straight: ' around texts, \" around names.")
	case r < 0x20 || r == 0x7f || r == 0xfeff || r >= 0x200b && r <= 0x200f || r >= 0x202a && r <= 0x202e || r == 0xa0 || r == 0x3000:
		return &Error{At: s.at, Word: fmt.Sprintf("U+%04X", r), Message: "This invisible character is only allowed inside quotes."}
	default:
		return s.fail(s.at, s.at+size, "This character can't stand outside of quotes: names are letters, digits and underscores.")
	}
}
