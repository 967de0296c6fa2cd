// Package origin says from where a change comes: by which door, from which address and
// with which request. It travels with the context of what was asked, from the edge to
// the transaction, so that nothing between them has to know of it.
//
// Concurrency: plain values.
// Allowed imports: the standard library.
package origin
