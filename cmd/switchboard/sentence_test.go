package main

import (
	"errors"
	"fmt"
	"testing"

	"switchboard/storage/fault"
)

// People read sentences: no code of a fault stands before one, however it is wrapped.
func TestErrorsAreSentences(t *testing.T) {
	taken := fault.New(fault.Conflict, "There is an account with this address.")
	away := fault.Wrap(errors.New("dial tcp: refused"), fault.Unavailable, "The database does not answer.")
	for want, err := range map[string]error{
		"There is an account with this address.":                                   taken,
		"administrator: There is an account with this address.":                    fmt.Errorf("administrator: %w", taken),
		"made nothing: administrator: There is an account with this address.":      fmt.Errorf("made nothing: %w", fmt.Errorf("administrator: %w", taken)),
		"The database does not answer: dial tcp: refused":                          away,
		"a: There is an account with this address.; b":                             errors.Join(fmt.Errorf("a: %w", taken), errors.New("b")),
		"users: The database does not answer: dial tcp: refused, and no such file": fmt.Errorf("users: %w, and %w", away, errors.New("no such file")),
		"The record changed: The database does not answer: dial tcp: refused":      fault.Wrap(away, fault.VersionConflict, "The record changed."),
		"line one; line two": fmt.Errorf("%s", "line one\nline two\n"),
	} {
		if got := sentence(err); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
