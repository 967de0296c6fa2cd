// Command plain is the peer that a Go program of one afternoon would be: rooms on
// coder/websocket, an event's bytes built once for all, Conn.Write, and a goroutine
// for a socket as long as something waits for it. It speaks as much of the wire as
// cmd/hubbench does: no polling, no recovery, no heartbeat.
//
// Concurrency: a socket's queue has its own lock, the rooms have one. A socket that
// doesn't read keeps its goroutine and queue until it goes.
// Lifecycle: runs until it is killed.
// Allowed imports: the standard library, coder/websocket.
package main
