// Package row holds the values that pass between decisions and storage: the fields of a record,
// a write, an effect to be executed, and the change that commits them together.
//
// Concurrency: plain values; a value is not changed once it has been passed on.
//
// Allowed imports: the standard library and storage leaves.
package row
