// Package spelling tells whether a word was typed for another one with one slip: a letter
// too many, too few, another one, or two changed about.
//
// It owns: Correctable, Slip, and the patterns by which an index finds words that may be
// meant.
//
// Concurrency: functions alone. Lifecycle: none.
//
// Invariants: a pattern holds letters of the word and wildcards, nothing else; it finds
// every word that Slip takes.
//
// Allowed imports: the standard library.
package spelling
