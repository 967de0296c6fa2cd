// Package logtest keeps what a program or a logger writes, for a test to look at.
//
// Concurrency: a Text may be written and read from any goroutine.
//
// Allowed imports: the standard library.
package logtest
