// Command conformance mounts the real transport, and in product mode the real
// hub, with a small test application, so that anyone can measure it from outside.
//
//	go run ./hub/conformance --addr 127.0.0.1:4000 --mode bench|bench-product
//
// bench is the protocol alone: events with ack join(room), publish(room, data),
// which sends the event {data} with its offset to the room, and echo(data). A
// session that was cut gets what it missed in its rooms.
//
// bench-product is the hub itself: CONNECT carries a signed token, from which one
// of 20 field sets × 3 scopes follows; the client subscribes by subscribe {topic};
// publish {data} appends an entry to an in-memory log, which the hub routes and
// projects; echo {…} is answered.
//
// SIGUSR2 collects garbage and gives memory back, so that an idle connection can
// be weighed. The protocol's further modes come with long-polling.
//
// Concurrency, lifecycle: one HTTP server until SIGINT or SIGTERM.
// Allowed imports: hub, hub/link, hub/engineio, hub/socketio, and what hub may.
package main
