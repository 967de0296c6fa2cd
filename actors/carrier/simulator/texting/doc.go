// Package texting is the simulated provider's texts: conversations between one outside
// number and one of ours, receipts of delivery, and who has opted out.
//
// Conversations ties them together: every text that comes in or goes out, and every
// receipt, goes through it. Steps that come later, and all webhooks, are put on the
// simulator's schedule.
//
// Concurrency: none of its own; the simulator's lock guards it.
// Lifecycle: none; nothing runs here.
// Invariants: a conversation's messages have dense indexes; its webhooks are owed in
// order. Lists are bounded.
// Allowed imports: actors/carrier, simulator/schedule, simulator/sid, the standard library.
package texting
