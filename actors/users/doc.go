// Package users owns the user as a live thing: his chosen availability, and what
// he may change of himself.
//
// The actor (kind "user") is the only writer of user rows but for sign-up. Its
// core is pure: Decide and Apply of core know neither clock nor storage.
// Who is connected, and the dot that follows, is the package presence's below it.
//
// Concurrency: Service is safe for concurrent use.
// Lifecycle: none of its own (the engine's).
// Invariants: the chosen status is stored; on_call is set and cleared by calls alone;
// settings are merged, never replaced.
// Allowed imports: storage leaves, storage/access, storage/schema, actors/runtime,
// actors/sight.
package users
