// Package voice is the simulated provider's calls: legs, conferences, and the
// instructions (TwiML) that a leg follows.
//
// A Leg and a Conference are plain values that know their own transitions and
// callbacks. Legs and Conferences are the indexes; Conferences also handles joining
// and leaving. Every command and every timed step goes through Calls. This package
// decides what is heard (Sound, Mixing) and stores spoken sentences; other packages
// produce the sound.
//
// Later steps and all webhooks are put on the simulator's schedule.
//
// Concurrency: none of its own; the simulator's lock guards it. Lifecycle: none;
// nothing runs here. Invariants: the end of a leg or conference is final. Webhooks of
// one leg, and of one conference, are scheduled in order. Lists are bounded.
//
// Allowed imports: simulator/schedule, simulator/sid, the standard library.
package voice
