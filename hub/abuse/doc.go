// Package abuse tests the hub from outside against clients that violate the
// protocol or the rules: over raw TCP, WebSocket frames and HTTP requests
// that no library would send.
//
// Each test has a hub on a listening port, an offender, and a neighbor: a
// well-behaved client that must be served throughout. The offender is closed
// with a reason of hub/link's table, or refused as the protocol specifies;
// afterwards connections, goroutines and memory are back to normal.
//
// Concurrency, lifecycle: one hub, neighbor and offender per test; all end
// with it, and goleak finds leftovers.
//
// Allowed imports: hub, hub/link, hub/socketio, storage leaves and pure
// packages.
package abuse
