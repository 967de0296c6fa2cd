// Package fault defines the error codes that cross every boundary of the system, and the one
// error type that carries them.
//
// It owns: Code, Error and the constructors. Edges (rest, hub) map each Code to a status or an
// ack in one table; only Internal errors are logged.
//
// Concurrency: values are immutable after construction. Allowed imports: the standard library.
package fault
