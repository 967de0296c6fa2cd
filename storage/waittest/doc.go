// Package waittest polls for conditions that send no signal, and fails the test with a
// description of what it waited for.
//
// Tests wait directly for a channel, a callback or a context where there is one.
//
// Concurrency: conditions run in the caller's goroutine, which must be the test's.
//
// Allowed imports: the standard library.
package waittest
