// Package signal is the signaling server of the provider's voice SDK: its protocol
// PStream 1.6, JSON over a WebSocket, as read from the SDK's source
// (@twilio/voice-sdk 2.18.5, lib/twilio/pstream.ts, call.ts and device.ts).
//
// It owns sessions (sockets admitted by an access token) and lines (a call that one
// of them has, with its media connection). It controls the network through the
// Exchange, and receives events as a Device. A line lasts as long as its leg, even
// without its socket: another socket of the same identity can take it over.
//
// Concurrency: safe for concurrent use. Each session works in one goroutine, in
// order. A Device never blocks its caller. Lifecycle: New starts nothing. Sockets are
// accepted while Run runs; it closes all of them and waits when its context ends.
// Invariants: no message of a socket is handled before its token is valid. Sessions,
// queues and messages are bounded. Allowed imports: simulator/media, storage leaves,
// coder/websocket, golang-jwt, the standard library.
package signal
