package once

import "errors"

// undoneError is an error after which it is certain that nothing was done outside.
type undoneError struct{ cause error }

func (e *undoneError) Error() string { return e.cause.Error() }

func (e *undoneError) Unwrap() error { return e.cause }

// Undone says of an error that what failed with it was certainly not done: the request
// did not reach who carries it out, or was turned away unread. What was not answered may
// have been done.
func Undone(err error) error {
	if err == nil || IsUndone(err) {
		return err
	}
	return &undoneError{err}
}

// IsUndone reports whether it is certain that nothing was done.
func IsUndone(err error) bool {
	var e *undoneError
	return errors.As(err, &e)
}
