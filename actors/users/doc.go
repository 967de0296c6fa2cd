// Package users owns the user as a live record: the chosen availability, and what
// users may change about themselves.
//
// The actor (kind "user") is the only writer of user rows, except for sign-up. Its
// core is pure: Decide and Apply know neither clock nor storage. Package presence
// tracks connected users and derives their dots.
//
// Concurrency: Service is safe for concurrent use. Lifecycle: none (the engine's).
// Invariants: the chosen status is stored. Only calls set and clear on_call. Settings
// are merged, never replaced. Allowed imports: storage leaves, storage/access,
// storage/schema, actors/runtime, actors/sight.
package users
