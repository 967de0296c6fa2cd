// Command plain is the peer that a Go developer would write in an afternoon:
// rooms on coder/websocket, an event's bytes built once for all, Conn.Write,
// and a goroutine per socket while it has queued messages. It implements as
// much of the protocol as cmd/hubbench needs: no polling, no recovery, no
// heartbeat.
//
// Concurrency: a socket's queue has its own lock, the rooms have one. A
// socket that does not read keeps its goroutine and queue until it goes.
// Lifecycle: runs until it is killed.
//
// Allowed imports: the standard library, coder/websocket.
package main
