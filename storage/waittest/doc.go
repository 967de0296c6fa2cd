// Package waittest lets a test wait for what nothing announces: it looks again and
// again, and fails the test with what it waited for.
//
// What announces itself by a channel, a callback or a context is waited for there.
//
// Concurrency: a wait looks in the goroutine of its caller, which must be the test's.
//
// Allowed imports: the standard library.
package waittest
