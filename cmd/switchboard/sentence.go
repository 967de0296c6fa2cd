package main

import (
	"errors"
	"strings"

	"switchboard/storage/fault"
)

// sentence says in one line what an error says, without the codes of faults, which are for
// programs.
func sentence(err error) string {
	return strings.Join(strings.FieldsFunc(plain(err), func(r rune) bool { return r == '\n' || r == '\r' }), "; ")
}

func plain(err error) string {
	if refused, is := err.(*fault.Error); is { //nolint:errorlint // its causes have their turn
		if cause := errors.Unwrap(refused); cause != nil {
			return strings.TrimSuffix(refused.Detail, ".") + ": " + plain(cause)
		}
		return refused.Detail
	}
	text := err.Error()
	switch wraps := err.(type) { //nolint:errorlint // this walks the tree itself
	case interface{ Unwrap() error }:
		if inner := wraps.Unwrap(); inner != nil {
			return strings.Replace(text, inner.Error(), plain(inner), 1)
		}
	case interface{ Unwrap() []error }:
		for _, inner := range wraps.Unwrap() {
			text = strings.Replace(text, inner.Error(), plain(inner), 1)
		}
	}
	return text
}
