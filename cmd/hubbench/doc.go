// Command hubbench measures the hub against Node's socket.io and a plain
// coder/websocket loop, in one run with one client program and the same
// payloads: fan-out, requests with ack, memory, churn, recovery and slow
// readers.
//
//	go run ./cmd/hubbench             (from the module's root; Linux)
//
// Each round restarts every server, in turn, so that other load on the
// machine affects all equally; the table shows medians. npm installs the
// peer's package into cmd/hubbench/peer when it is missing.
//
// Concurrency: one epoll goroutine reads all connections, so that the client
// costs little; dialing uses a few goroutines. Lifecycle: servers are child
// processes that end with their part.
//
// Allowed imports: the standard library, cmd/conformance/token.
package main
