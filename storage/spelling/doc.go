// Package spelling reports whether a word is another one with a single typo: a letter added,
// missing, replaced, or two adjacent letters swapped.
//
// It owns: Correctable, Slip, and the patterns by which an index finds candidate words.
//
// Concurrency: functions only. Lifecycle: none.
//
// Invariants: a pattern consists of letters of the word and wildcards; it finds every word that
// Slip accepts.
//
// Allowed imports: the standard library.
package spelling
