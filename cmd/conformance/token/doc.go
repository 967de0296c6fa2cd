// Package token makes and checks the signed tokens of the conformance server's
// product mode, for the server and the load client alike. They open nothing but
// a benchmark.
//
// Concurrency: functions are safe for concurrent use.
// Allowed imports: the standard library.
package token
