// Package handset lets browsers act as the phones of people outside: the person
// (media.Outsider) speaks with the browser's sound, and the browser hears what they
// hear.
//
// Concurrency: safe for concurrent use. Each browser has a goroutine that waits for
// the end of its connection. Drop does not block. Lifecycle: New starts nothing.
// Browsers are accepted while Run runs; it closes all of them and waits when its
// context ends. Invariants: a leg has at most one browser: the next one takes over.
// The connection ends with the leg or when the browser leaves, and then the person
// talks automatically again. A browser that disappears silently is noticed after two
// seconds, and its connection is closed after thirty. Allowed imports:
// simulator/media, storage leaves, the standard library.
package handset
