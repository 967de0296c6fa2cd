// Package texting is the simulated provider's texts: conversations between an outside
// number and one of ours, delivery receipts, and opt-outs.
//
// Every text and every receipt goes through Conversations. Later steps and all
// webhooks are put on the simulator's schedule.
//
// Concurrency: none of its own; the simulator's lock guards it. Lifecycle: none;
// nothing runs here. Invariants: a conversation's messages have dense indexes. Its
// webhooks are scheduled in order. Lists are bounded. Allowed imports:
// actors/carrier, simulator/schedule, simulator/sid, the standard library.
package texting
