// Package engineio is the packet codec of Engine.IO, protocol 4: the layer
// below Socket.IO that carries its messages and keeps the connection alive.
//
// It is pure: no connection, no clock, no state. A decoded packet is a view
// into the caller's bytes; the package keeps nothing.
//
// A polling body holds several packets; payload.go splits it.
//
// Sources: the Engine.IO protocol document, version 4 ("Packet encoding",
// "Handshake", "Error codes" of the reference server).
//
// Concurrency: all functions are safe for concurrent use.
//
// Allowed imports: the standard library.
package engineio
