// Package benchsocket is the client of the benchmarks: it implements
// Socket.IO over handwritten WebSocket frames, so that a client uses as
// little of the measured machine as possible.
//
// Concurrency: one goroutine reads, one writes; Next answers heartbeats.
// Lifecycle: Dial, Close.
//
// Allowed imports: the standard library.
package benchsocket
