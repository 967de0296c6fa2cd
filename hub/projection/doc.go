// Package projection builds what sockets are sent: the packet of an entry, by
// which fields its receivers could read before it and can read after it, and
// the frames of all other events.
//
// It alone decides what an entry means for a socket: Change.For for live
// delivery, which asks once for all users who see the same, and Of for a
// socket that reloads its permissions or recovers.
//
// Packets are built once for each pair of field sets and shared by all
// sockets with that pair. hub/topic decides which users an entry concerns; hub knows
// who is connected.
//
// Invariants: a packet shows no field, and names no topic, that its
// receivers' permissions do not show; every event has exactly one object as
// its argument; only change and sync carry an offset.
//
// Concurrency: a Change belongs to one goroutine at a time; a finished frame
// is immutable.
//
// Allowed imports: storage leaves, storage/access, hub/topic, hub/wire, and
// the protocol packages that frames are built with (hub/link, hub/socketio,
// hub/engineio).
package projection
