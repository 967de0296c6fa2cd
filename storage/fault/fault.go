package fault

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Code is the kind of an error. The set is closed: each edge maps every code, and a test checks
// the maps against this list.
type Code string

// The codes, with their HTTP status at the REST edge.
const (
	Malformed       Code = "malformed"              // 400: the request can't be parsed
	Unauthenticated Code = "unauthenticated"        // 401: missing or invalid credentials
	Forbidden       Code = "forbidden"              // 403: an object or record the caller may not access
	SecondFactor    Code = "second_factor_required" // 403: the session may only set up a second factor
	NotFound        Code = "not_found"              // 404
	Conflict        Code = "conflict"               // 409: already exists, or the state forbids it
	VersionConflict Code = "version_conflict"       // 412: another writer changed it first
	TooLarge        Code = "too_large"              // 413
	Unsupported     Code = "unsupported"            // 415: media type
	Invalid         Code = "invalid"                // 422: well-formed, but breaks a rule
	Limited         Code = "rate_limited"           // 429
	Unavailable     Code = "unavailable"            // 503: retry later
	Full            Code = "storage_full"           // 507: the disk is full; reads still succeed
	Internal        Code = "internal"               // 500: our fault; details are never shown
)

// Codes lists every code, for tables that must be complete.
func Codes() []Code {
	return []Code{
		Malformed, Unauthenticated, Forbidden, SecondFactor, NotFound, Conflict, VersionConflict,
		TooLarge, Unsupported, Invalid, Limited, Unavailable, Full, Internal,
	}
}

// Error is an error with a message for users.
type Error struct {
	Code Code
	// Detail is one sentence a user can act on. It is shown, so it holds no SQL, path or secret.
	Detail string
	// Fields holds the messages of each invalid field.
	Fields map[string][]string
	// Index is the index of the offending row in a list, or -1.
	Index int
	// Place locates the fault in a text the client sent; nil if it has no location.
	Place *Place
	// RetryAfter is the suggested delay before a retry (Limited, Unavailable).
	RetryAfter time.Duration
	// IsPermanent reports that a retry would fail in the same way.
	IsPermanent bool

	cause error
}

// Place locates a fault in a text, with a suggestion.
type Place struct {
	Line     int      `json:"line"`   // from 1
	Column   int      `json:"column"` // from 1, in characters
	Word     string   `json:"word"`   // the word at that position, "" at the end of the text
	Expected []string `json:"expected,omitempty"`
	Nearest  string   `json:"nearest,omitempty"` // a similar valid name
}

// New returns an error whose detail is the formatted sentence.
func New(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Detail: fmt.Sprintf(format, args...), Index: -1}
}

// Wrap returns an error that keeps its cause for the log.
func Wrap(cause error, code Code, format string, args ...any) *Error {
	e := New(code, format, args...)
	e.cause = cause
	return e
}

// Field returns an Invalid error about one field.
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

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.cause }

// At returns a copy that refers to row i of a list.
func (e *Error) At(i int) *Error {
	c := *e
	c.Index = i
	return &c
}

// After returns a copy with a retry delay.
func (e *Error) After(d time.Duration) *Error {
	c := *e
	c.RetryAfter = d
	return &c
}

// Permanently returns a copy that reports that a retry would fail in the same way.
func (e *Error) Permanently() *Error {
	c := *e
	c.IsPermanent = true
	return &c
}

// From returns the *Error in err, or wraps err as Internal (as Unavailable if the caller's
// deadline passed). From(nil) is nil.
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

// Is reports whether err has the code.
func Is(err error, code Code) bool {
	var e *Error
	return errors.As(err, &e) && e.Code == code
}
