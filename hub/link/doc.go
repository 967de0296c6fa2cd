// Package link carries Engine.IO sessions over HTTP long-polling and
// WebSocket: it accepts them, keeps them alive, reads packets, upgrades a
// session from polling to WebSocket, and writes frames that are built once
// for all receivers.
//
// It owns connections and their bytes; the Upper interprets the messages.
//
// Each component knows only those after it: Server opens and lists sessions
// (sessions.go); reading (the goroutine of a WebSocket), exchange (a polling
// request) and upgrade (a WebSocket that asks to take over) bring in what the
// client sends; Conn is the session, with its heartbeat and its one close
// reason; transport sends. State that all connections share is in shared: the
// bounds on buffered input (input.go) and output (outgoing.go), and the guard
// against panics.
//
// A transport is either poll, which queues frames for the client's next GET,
// or writer, the TCP connection of a WebSocket with a queue and direct
// writes. A session that began with polling changes from poll to writer once,
// under poll.mu: the queued frames leave first, in one piece, and concurrent
// senders continue with the writer. A Frame keeps its payload apart from its
// WebSocket header, so the same frame serves both. The HTTP server's
// goroutines handle the requests of a polling session: one GET and one POST
// at a time, otherwise the session ends. The farewell of a session that the
// server closes waits two seconds for one more poll.
//
// Writing: a frame is a finished byte sequence (server frames are not
// masked). If a socket was quiet for 5 ms, or if the frame answers a client's
// message, the sender writes it directly with one non-blocking write(2).
// Otherwise frames are batched, and one of the flushers (one per core, asleep
// while there are no batches) writes the batch. Only a full socket gets a
// backlog, bounded in bytes and messages, and a drainer goroutine that sends
// it with writev. All backlogs together are bounded too, by a limit per
// connection that shrinks (drain.go). The WebSocket library's control frames
// use the same lock, which preserves order and frame boundaries. A connection
// that is not a *net.TCPConn (TLS in this process) always uses the queue and
// the drainer. A socket that falls behind is closed; nothing waits for it.
//
// Admission: addresses.go bounds per client address how many connections are
// open and how fast they are opened.
//
// Concurrency: Conn.Send, SendWait and Close may be called from any
// goroutine. Calls of Upper.Message are serialized and in order, on the
// reading goroutine or that of the POST. Upper.Closed comes last, once.
//
// Lifecycle: Server.ServeHTTP → reading goroutine (and at times a drainer;
// none while polling) → one Reason → Upper.Closed. Server.Close ends all
// connections and waits for them. A panic in an Upper ends only its
// connection.
//
// Invariants: a connection has exactly one close reason, from the table in
// reason.go; an idle connection has no queue and no buffer beyond the 640
// bytes of its reader and writer. Bodies are bounded in bytes and packets
// before any packet is read; a session expires PingInterval + PingTimeout
// after its handshake or last pong; a candidate WebSocket cannot harm the
// session before the Upgrade packet.
//
// Allowed imports: the standard library, coder/websocket, hub/engineio.
package link
