// Package token signs and checks the tokens of the conformance server's
// product mode, for both the server and the load client. They grant access
// only to a benchmark.
//
// Concurrency: functions are safe for concurrent use.
//
// Allowed imports: the standard library.
package token
