// Package origin records where a change comes from: the channel, the client's address and the
// request. The context carries it from the edge to the transaction, so that nothing between them
// needs to know about it.
//
// Concurrency: plain values. Allowed imports: the standard library.
package origin
