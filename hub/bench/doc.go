// Command bench measures the hub against Node's socket.io: server CPU per
// delivery, requests with ack, and memory per idle connection, in one run with
// one client program and the same payloads.
//
//	go run ./hub/bench                (from the module's root; Linux)
//
// Each round starts every server anew, in turn, so that what else the machine
// does falls on all alike; the table shows medians. The peer's package is
// installed into hub/bench/peer by npm ci when it is missing.
//
// Concurrency: one epoll goroutine reads all connections, so that the client
// costs little; dialling uses a few goroutines.
// Lifecycle: servers are child processes, ended when their part is over.
// Allowed imports: the standard library, hub/conformance/token.
package main
