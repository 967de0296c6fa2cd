// Package voice is the simulated provider's calls: legs, the conferences in which they
// meet, and the instructions (TwiML) that a leg follows.
//
// A Leg and a Conference are plain values that know their own transitions and what their
// callbacks say. Legs and Conferences are the indexes; Conferences also says what follows
// from coming and going. Calls ties them together: every command and every step in time
// goes through it. What is heard is said here (Sound, Mixing) and made elsewhere; what a
// leg was told is kept as sentences.
//
// What happens later, and every webhook, is put on the simulator's schedule.
//
// Concurrency: none of its own; the simulator's lock guards it.
// Lifecycle: none; nothing runs here.
// Invariants: a leg's end is final, and so is a conference's. Webhooks of one leg, and of
// one conference, are owed in order. Lists are bounded.
// Allowed imports: simulator/schedule, simulator/sid, the standard library.
package voice
