// Package demo fills the demo organization of the embedded default with
// users, rights and some thousand realistic records.
//
// Everything is derived from fixed seeds and ids, so that a second start
// finds what the first one created and tests can name it. Phone numbers are
// in the range 555-0100 to 555-0199, which is reserved for fiction.
//
// Concurrency: a Seed is used from one goroutine at a time.
//
// Allowed imports: storage leaves, actors/analytics, whose reports it creates, actors/calls and actors/carrier, whose
// decisions produce its calls; it writes through a small interface.
package demo
