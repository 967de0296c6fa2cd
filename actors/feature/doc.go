// Package feature says what a feature of the product is: one declared value, which edges,
// engine and binary iterate over without naming it.
//
// Every package actors/<feature> exports its Feature; the list of them is
// actors/features.
//
// Invariants: a Feature is a declaration: making one does nothing.
//
// Concurrency: values only; nothing here is changed once it was made.
// Allowed imports: storage leaves, storage/schema, storage/access, storage/exact.
package feature
