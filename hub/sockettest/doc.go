// Package sockettest is a client of the hub for tests: a WebSocket that sends
// and receives the packets of Engine.IO one at a time, so that a test sees
// each, and such a client's copy of a live query.
//
// Concurrency: one goroutine reads, one writes. Lifecycle: Dial or Open,
// CloseNow.
//
// Allowed imports: the standard library, coder/websocket and hub/wire.
package sockettest
