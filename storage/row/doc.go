// Package row holds what crosses the port between decisions and facts: the values of a record, a
// write, an effect to be executed, and the change that commits them together.
//
// Concurrency: plain values; a value is not changed once it has been handed over. Allowed
// imports: the standard library and storage leaves.
package row
