package fault

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Code says what kind of refusal an error is. The set is closed: an edge maps
// every code, and a test holds the maps to this list.
type Code string

// The codes, with the HTTP status each becomes at the REST edge.
const (
	Malformed       Code = "malformed"        // 400: the request can't be read
	Unauthenticated Code = "unauthenticated"  // 401: no or a bad sign-in
	Forbidden       Code = "forbidden"        // 403: an object or record the caller may not touch
	NotFound        Code = "not_found"        // 404
	Conflict        Code = "conflict"         // 409: exists already, or the state forbids it
	VersionConflict Code = "version_conflict" // 412: somebody else changed it first
	TooLarge        Code = "too_large"        // 413
	Unsupported     Code = "unsupported"      // 415: media type
	Invalid         Code = "invalid"          // 422: read, but breaks a rule
	Limited         Code = "rate_limited"     // 429
	Unavailable     Code = "unavailable"      // 503: try again
	Full            Code = "storage_full"     // 507: the disk is full; reads go on
	Internal        Code = "internal"         // 500: our fault; the detail is never shown
)

// Codes lists every code, for tables that must be complete.
func Codes() []Code {
	return []Code{
		Malformed, Unauthenticated, Forbidden, NotFound, Conflict, VersionConflict,
		TooLarge, Unsupported, Invalid, Limited, Unavailable, Full, Internal,
	}
}

// Error is a refusal with a sentence for people.
type Error struct {
	Code Code
	// Detail is one sentence a person can act upon. It is shown, so it holds no
	// SQL, path or secret.
	Detail string
	// Fields holds, per field, what is wrong with it.
	Fields map[string][]string
	// Index is the place of the offending row in a list, or -1.
	Index int
	// Place is where in a text that somebody wrote the fault lies, nil for nowhere.
	Place *Place
	// RetryAfter is when it is worth trying again (Limited, Unavailable).
	RetryAfter time.Duration
	// IsPermanent reports that another attempt would fail in the same way.
	IsPermanent bool

	cause error
}

// Place is where in a text something is wrong, and what might have been meant.
type Place struct {
	Line     int      `json:"line"`   // from 1
	Column   int      `json:"column"` // from 1, in characters
	Word     string   `json:"word"`   // what stands there, "" at the end of the text
	Expected []string `json:"expected,omitempty"`
	Nearest  string   `json:"nearest,omitempty"` // the name that was probably meant
}

// New makes an error whose detail is the formatted sentence.
func New(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Detail: fmt.Sprintf(format, args...), Index: -1}
}

// Wrap makes an error that keeps its cause for the log.
func Wrap(cause error, code Code, format string, args ...any) *Error {
	e := New(code, format, args...)
	e.cause = cause
	return e
}

// Field makes an Invalid error about one field.
func Field(field, format string, args ...any) *Error {
	message := fmt.Sprintf(format, args...)
	return &Error{Code: Invalid, Detail: message, Fields: map[string][]string{field: {message}}, Index: -1}
}

// Error implements error.
func (e *Error) Error() string {
	if e.cause != nil {
		return fmt.Sprintf("%s: %s: %v", e.Code, e.Detail, e.cause)
	}
	return fmt.Sprintf("%s: %s", e.Code, e.Detail)
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.cause }

// At returns a copy that names row i of a list.
func (e *Error) At(i int) *Error {
	c := *e
	c.Index = i
	return &c
}

// After returns a copy that says when to try again.
func (e *Error) After(d time.Duration) *Error {
	c := *e
	c.RetryAfter = d
	return &c
}

// Permanently returns a copy that says that another attempt would fail in the same way.
func (e *Error) Permanently() *Error {
	c := *e
	c.IsPermanent = true
	return &c
}

// From finds the *Error in err, or makes an Internal one of it (Unavailable
// where the caller's time ran out). From(nil) is nil.
func From(err error) *Error {
	if err == nil {
		return nil
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		return Wrap(err, Unavailable, "The request took too long. Please try again.").After(time.Second)
	}
	return Wrap(err, Internal, "Something went wrong on our side. Please try again.")
}

// Is tells whether err carries code.
func Is(err error, code Code) bool {
	var e *Error
	return errors.As(err, &e) && e.Code == code
}
