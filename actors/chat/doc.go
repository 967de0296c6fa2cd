// Package chat owns internal threads: who is in them, their messages and how far
// each member has read (D2§2.7, architecture §3).
//
// The actor (kind "chat") is the only writer of chat and chat_message rows. Its
// core is pure. Messages get a dense number; unread is derived from the last
// number and each member's read number, so a message to a thousand people is one
// entry. Typing is fleeting: it goes to the Broker port and is never stored.
//
// Concurrency: Service is safe for concurrent use; the core is called by one
// actor at a time.
// Lifecycle: none of its own (the engine's).
// Invariants: numbers are dense and rise; a read number never falls; a message
// with a client id is stored once.
// Allowed imports: storage leaves, storage/access, actors/runtime, actors/sight.
package chat
