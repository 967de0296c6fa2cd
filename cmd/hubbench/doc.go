// Command bench measures the hub against Node's socket.io and a plain
// coder/websocket loop, in one run with one client program and the same payloads:
// fan-out, requests with ack, memory, churn, recovery and slow readers.
//
//	go run ./cmd/hubbench             (from the module's root; Linux)
//
// Each round starts every server anew, in turn, so that what else the machine
// does falls on all alike; the table shows medians. The peer's package is
// installed into cmd/hubbench/peer by npm when it is missing.
//
// Concurrency: one epoll goroutine reads all connections, so that the client
// costs little; dialling uses a few goroutines.
// Lifecycle: servers are child processes, ended when their part is over.
// Allowed imports: the standard library, cmd/conformance/token.
package main
