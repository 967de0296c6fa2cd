// Package link carries Engine.IO sessions over HTTP long-polling and WebSocket:
// it accepts them, keeps them alive, reads packets, moves a session from the one
// to the other, and writes frames that were built once for everyone.
//
// It owns connections and their bytes; what the messages mean is the Upper's
// business.
//
// Its parts, of which each knows those after it alone: Server opens sessions and lists
// them (sessions.go); reading (the goroutine of a WebSocket), exchange (a request of
// polling) and upgrade (a WebSocket that asks to take over) bring a session what its
// client says; Conn is the session, with its heartbeat and its one reason to end;
// transport is the way out. What all connections share is in shared: the bounds on what
// is held of input (input.go) and what waits to leave (outgoing.go), and the guard
// against panics.
//
// A transport is one of two: poll, which keeps what waits for the client's next GET, or
// writer, the TCP connection of a WebSocket with a queue and direct writes. A session that
// began with polling changes from poll to writer once, under poll.mu: what waited goes out
// first, in one piece, and whoever sends meanwhile goes to the writer. A Frame keeps its
// payload apart from its WebSocket header, so the same frame serves both. Requests of a
// polling session are taken by the HTTP server's goroutines: one GET and one POST at a
// time, else the session ends. The last words of a session that the server closes wait
// two seconds for one more poll.
//
// Writing: a frame is a finished byte sequence (server frames aren't masked). To a
// socket that was quiet for 5 ms, and in answer to a client's message, the sender
// writes it itself with one write(2) that doesn't block. Otherwise frames wait for
// each other, and one of the flushers (one per core, asleep while nothing waits)
// writes the batch. Only a socket that is full gets a backlog, bounded in bytes and
// messages, and a drainer goroutine that sends it with writev; all backlogs together
// are bounded too, by a limit per connection that shrinks (drain.go). The WebSocket
// library's control frames pass through the same lock, so order and frame boundaries
// hold. A connection that is no *net.TCPConn (TLS in this process) always takes queue
// and drainer. A socket that falls behind is closed; nobody waits for it.
//
// Admission: addresses.go bounds per client address how many connections are open and
// how fast they are opened.
//
// Concurrency: Conn.Send, SendWait and Close may be called from any goroutine.
// Upper.Message is called by one goroutine at a time, in order: the reading
// goroutine, or that of the POST. Upper.Closed comes last, once.
//
// Lifecycle: Server.ServeHTTP → reading goroutine (and at times a drainer), none
// while polling → one Reason → Upper.Closed. Server.Close ends all and waits for
// them. A panic in an Upper ends its connection alone.
//
// Invariants: a connection has exactly one close reason, from the table in
// reason.go; no queue and no buffer is allocated for an idle connection beyond
// the 640 bytes of its reader and writer. Bodies are bounded in bytes and packets before any packet is read; a session is
// gone PingInterval + PingTimeout after its handshake or last pong; nothing that a
// candidate WebSocket does harms the session before the Upgrade packet.
//
// Allowed imports: the standard library, coder/websocket, hub/engineio.
package link
