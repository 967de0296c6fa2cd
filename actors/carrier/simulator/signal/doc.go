// Package signal is the signalling server that the provider's voice SDK speaks to: its
// protocol PStream 1.6, JSON over a WebSocket. What it knows of it was read from the
// SDK's source (@twilio/voice-sdk 2.18.5, lib/twilio/pstream.ts, call.ts and device.ts).
//
// It owns: sessions (a socket that was let in by an access token), and lines (a call that
// one of them has, with its media connection). What goes on in the network it asks of the
// Exchange, and is told of as a Device. A line outlives its socket for as long as the
// leg does: another socket of the same identity can take it over.
//
// Concurrency: safe for concurrent use. Each session does its work in one goroutine, in
// order; a Device never blocks whoever tells it.
// Lifecycle: New starts nothing; sockets are let in while Run runs, which closes all and
// waits for them when its context ends.
// Invariants: nothing of a socket is looked at before its token holds. Sessions, queues
// and messages are bounded.
// Allowed imports: simulator/media, storage leaves, coder/websocket, golang-jwt, the
// standard library.
package signal
