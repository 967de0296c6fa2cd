// Package simulator stands in for the phone provider where no account is
// configured: it speaks the provider's contract, so that the product's own code
// runs unchanged on top of it.
//
// It owns the doors: the REST subset that we use, answered by host name behind
// Transport (each api has its own routes); signed webhooks over HTTP to the configured
// public URL (sender); and what people outside do (PlaceCall, Answer, Hangup, SendText,
// State, Control). Several processes of the product share one by Service (the simulator
// as a server) and Remote (the way to it).
//
// What the provider does behind them is in rooms of its own, which know nothing of the
// doors nor of one another: voice (legs, conferences, the reading of our TwiML), texting
// (conversations, receipts, opt-outs), and schedule (what they owe: steps in time, and
// webhooks). Browsers and sound have four more, which the exchange ties to the calls:
// signal (the voice SDK's signalling), handset (browsers as phones outside), media (WebRTC
// and the mixer) and audio (what is heard). What is recorded is kept by tape, and read as
// mp3. After each change of the world the exchange
// follows what has become of the legs: for whom they ring, who has them, who hears whom.
//
// A leg to client:<user> rings in the browsers that the user has registered, and ends
// with no-answer where he has none. An outbound customer's leg rings until somebody
// answers it by Answer or it times out. Who is outside talks by himself, or plays a tone
// (Voice), or a browser speaks and hears for him (Talk); what he hears can be asked (Hears).
//
// One thing the provider does not do: after a start, which took the sound of all calls
// with it, a browser that registers is called anew about the call that it has.
//
// The provider's sharp edges are kept and switched by Config.Edges: webhooks that
// come twice, late or in another order, refusals with 429 (of texts also by the page), and
// 503 on all that is asked about calls (by the page). A webhook that fails is sent once more, and then dropped.
//
// Lifecycle: New reads the state of Config.Folder, Run delivers and lets time pass until
// its context ends, lets browsers in and mixes, Close refuses what changes it. Each change is written to the
// state file (temporary file, then rename) before it is answered, so that the
// death of the process does not end the calls: the next Run sends what is still
// owed, at least once.
//
// Concurrency: safe for concurrent use; the store's one lock guards the world.
// Everything that waits is a task on the schedule; the pump's one goroutine runs them, at
// most 32 webhooks are under way at once. Time is the time package's, so tests run in a
// testing/synctest bubble.
//
// Invariants: webhooks of one leg, conference or conversation are sent in order
// unless Edges.Reorder is set. A leg's end is final. Lists are bounded.
// Allowed imports: storage leaves, its own rooms, the standard library.
package simulator
