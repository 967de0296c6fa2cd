// Command conformance mounts the real transport, and in product mode the real
// hub, with small test applications, so that anyone can run the protocol's
// official suites, the official client's own tests and measurements against
// it from outside.
//
//	go run ./cmd/conformance --addr 127.0.0.1:4000 --mode protocol|client|recovery|bench|bench-product
//
// protocol is the server for the suites of github.com/socketio/socket.io
// (engine.io-protocol/v4-test-suite and socket.io-protocol/v5-test-suite,
// below its docs; they expect port 3000): /engine.io/ echoes every message;
// /socket.io/ has the namespaces / and /custom, which emit auth with the
// payload of CONNECT, and message and message-with-ack. Heartbeats of 300 +
// 200 ms; no recovery.
//
// client is the application that packages/socket.io-client/test of the same
// repository expects of its support server (port 3210).
//
// recovery accepts commands as events with a reply: join(room), rooms, info,
// set(object), bcast(event, …), room(room, event, …), others(event, …),
// vol(event, …), withack(event, …), direct(sid, event, …), kick. --window
// sets for how many milliseconds a session may be away.
//
// bench is the protocol alone: events with ack join(room), publish(room,
// data), which sends the event {data} with its offset to the room, and
// echo(data). A session that was disconnected receives what it missed in its
// rooms.
//
// bench-product is the hub itself: CONNECT carries a signed token that
// selects one of 20 field sets × 3 scopes; the client subscribes by subscribe
// {topic}; publish {data} appends an entry to an in-memory log, which the hub
// routes and projects; echo {…} gets a reply.
//
// SIGUSR2 collects garbage and returns memory, so that the cost of an idle
// connection can be measured.
//
// Concurrency, lifecycle: one HTTP server until SIGINT or SIGTERM.
//
// Allowed imports: hub, hub/link, hub/engineio, hub/socketio, and what hub
// may.
package main
