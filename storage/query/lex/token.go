package lex

import "strings"

// Kind is what a token is.
type Kind uint8

// The kinds.
const (
	End     Kind = iota
	Word         // a name or a keyword: which, its place decides
	Quoted       // a name between double quotes, which is no keyword
	String       // a literal between single quotes
	Numeral      // a literal
	Symbol
)

// Token is one word, literal or sign.
type Token struct {
	Kind Kind
	// At and To are the bytes of the text where it begins and ends.
	At, To int
	// Text is the word or sign as it is written, or what a quoted one means.
	Text string
	// Slot numbers the literals, from 0; -1 for what is none.
	Slot int
}

// Is tells whether the token is a keyword or sign, whatever the case of its letters.
func (t *Token) Is(word string) bool {
	return (t.Kind == Word || t.Kind == Symbol) && len(t.Text) == len(word) && strings.EqualFold(t.Text, word)
}

// Literal tells whether the token is a value of the author's.
func (t *Token) Literal() bool { return t.Kind == String || t.Kind == Numeral }
