// Package link carries Engine.IO sessions: it accepts the WebSocket, keeps it
// alive, reads packets, and writes frames that were built once for everyone.
//
// It owns connections and their bytes; what the messages mean is the Upper's
// business. HTTP long-polling is refused with the protocol's error for now; a
// second transport joins behind Conn (Send, SendWait, Close), and a Frame already
// keeps its payload apart from its WebSocket header for that.
//
// Writing: a frame is a finished byte sequence (server frames aren't masked). The
// sender writes it itself with one write(2) that doesn't block. Only a socket
// that is full gets a queue, bounded in bytes and messages, and a drainer
// goroutine that sends the backlog with writev. The WebSocket library's control
// frames pass through the same lock, so order and frame boundaries hold. A
// connection that is no *net.TCPConn (TLS in this process) always takes queue and
// drainer. A socket that falls behind is closed; nobody waits for it.
//
// Concurrency: Conn.Send, SendWait and Close may be called from any goroutine.
// Upper.Message is called by the connection's one reading goroutine, in order;
// Upper.Closed is called by it last, once.
//
// Lifecycle: Server.ServeHTTP → reading goroutine (and at times a drainer) → one
// Reason → Upper.Closed. Server.Close ends all and waits for them. A panic in an
// Upper ends its connection alone.
//
// Invariants: a connection has exactly one close reason, from the table in
// reason.go; no queue and no buffer is allocated for an idle connection beyond
// the 640 bytes of its reader and writer.
//
// Allowed imports: the standard library, coder/websocket, hub/engineio.
package link
