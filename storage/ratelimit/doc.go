// Package ratelimit is the port for limits on how often something may happen: guesses
// of a password, calls and changes of a person. A key has an allowance that refills
// evenly (the generic cell rate algorithm, ITU-T I.371), so that nobody gets twice
// his share around the end of a window.
//
// It owns the interface, Rate and Allowance, the algorithm in this process. Implementations: memory for one process, redis for
// several, which count together. ratelimittest is the suite that both pass.
//
// Concurrency: a Limiter is safe for concurrent use.
//
// Invariants: asking never fails: a limiter that loses what it shares with others
// goes on counting alone. What is kept is bounded, and may be forgotten when a
// process or Redis starts anew.
//
// Allowed imports: the standard library.
package ratelimit
