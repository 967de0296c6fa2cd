// Package benchsocket is the client of the measurements: it speaks Socket.IO over
// WebSocket frames that it writes itself, so that a client costs the machine that is
// measured as little as it can.
//
// Concurrency: one goroutine reads, one writes; Next writes the answers to heartbeats.
// Lifecycle: Dial, Close.
//
// Allowed imports: the standard library.
package benchsocket
