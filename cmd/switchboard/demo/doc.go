// Package demo fills the demo organization of the embedded default with people,
// rights and some thousand believable records.
//
// Everything is made from fixed seeds and derived ids, so that a second start
// finds what the first one made and tests can name it. Numbers are of the
// 555-0100 to 555-0199 range that is kept for fiction.
//
// Concurrency: a Seed is used from one goroutine at a time.
// Allowed imports: storage leaves, actors/calls and actors/carrier, by whose decisions its calls
// went; it writes through a small interface.
package demo
