// Package feature says what a feature of the product is: one declared value, which edges,
// engine and binary iterate over without naming it.
//
// Every package actors/<feature> exports its Feature; the list of them is
// actors/features.
//
// Invariants: a Feature is a declaration: making one does nothing. No feature names
// another: what one needs of another it asks the Host for, by an interface of its own.
//
// Concurrency: a Host is used by one goroutine, while the features start; all else is
// values that are not changed once they were made.
// Allowed imports: actors/runtime, actors/effects, actors/carrier, storage leaves,
// storage/schema, storage/access, storage/exact, storage/eventlog.
package feature
