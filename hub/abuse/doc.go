// Package abuse holds the hub against clients that break the protocol or the rules,
// from outside: over raw TCP, WebSocket frames and HTTP requests that no library
// would send.
//
// Each test has a hub on a listening port, an offender, and a neighbour: a client
// that behaves, and that must be served throughout. The offender is closed with the
// reason of the table in hub/link, or refused in the protocol's words; afterwards
// connections, goroutines and memory are back.
//
// Concurrency, lifecycle: a hub, its neighbour and its offender per test; all end
// with it, and goleak looks for what is left.
//
// Allowed imports: hub, hub/link, hub/socketio, storage leaves and pure packages.
package abuse
