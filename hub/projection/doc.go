// Package projection makes what sockets are sent: of an entry the packet that those may
// see who could read some fields before it and can read some after it, and the frames of
// all other events.
//
// Packets are built once for each pair of field sets and written as they are to every
// socket that has them in common; whom an entry concerns is hub/topic's to say, who is
// here hub's.
//
// Invariants: a packet shows no field, and names no topic, that its receivers' rights do
// not show; every event has exactly one object as its argument; only change and sync
// carry an offset.
//
// Concurrency: a Change belongs to one goroutine at a time; a frame that was made is
// immutable.
// Allowed imports: storage leaves, storage/access, hub/topic, hub/wire, and the parts of
// the protocol that frames are made of (hub/link, hub/socketio, hub/engineio).
package projection
