package lex

import (
	"strings"
	"unicode/utf8"
)

// Error refuses a query with the place in its text where it went wrong.
type Error struct {
	// At is the byte where the offending word begins.
	At int
	// Word is what stands there, "" at the end of the text.
	Word string
	// Message is a sentence for people.
	Message string
	// Expected is what could stand there, nil where Message says all.
	Expected []string
	// Nearest is the name that was probably meant, "" for none.
	Nearest string
}

// Error implements error.
func (e *Error) Error() string { return e.Message }

// Place tells the line and the column of a byte, both from 1; a column is a character.
func Place(text string, at int) (line, column int) {
	at = min(at, len(text))
	before := text[:at]
	line = 1 + strings.Count(before, "\n")
	return line, 1 + utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:])
}

// maxWord is how many characters of an offending word are shown.
const maxWord = 40

// Shown is a word as an error shows it.
func Shown(word string) string {
	for i := range word {
		if maxWord <= i {
			return word[:i] + "…"
		}
	}
	return word
}
