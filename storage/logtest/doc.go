// Package logtest captures what a program or a logger writes, for assertions.
//
// Concurrency: a Text may be written and read from any goroutine.
//
// Allowed imports: the standard library.
package logtest
