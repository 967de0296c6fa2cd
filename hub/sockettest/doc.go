// Package sockettest is a client of the hub for tests: a WebSocket that gives and takes
// the packets of Engine.IO one at a time, so that a test sees each.
//
// Concurrency: one goroutine reads, one writes.
// Lifecycle: Dial or Open, CloseNow.
//
// Allowed imports: the standard library and coder/websocket.
package sockettest
