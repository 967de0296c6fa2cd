// Package app is the product as one value: Main starts every part in order and
// stops them in reverse. The command line, the whole-product tests and nothing
// else start it.
//
// Lifecycle: New, Run (returns when it listens), Close. Close may be called at
// any time, also after a Run that failed.
// Concurrency: Main is used from one goroutine; its parts guard themselves.
// Allowed imports: everything.
package app
