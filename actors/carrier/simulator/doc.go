// Package simulator stands in for the phone provider where no account is
// configured: it speaks the provider's contract, so that the product's own code
// runs unchanged on top of it.
//
// It owns: the REST subset that we use, answered by host name behind Transport;
// signed webhooks over HTTP to the configured public URL; the reading of our
// TwiML; legs, conferences, conversations, receipts and opt-outs; and the door for
// people (PlaceCall, Answer, Hangup, SendText, State, Control). Several processes
// of the product share one by Service (the simulator as a server) and Remote (the
// way to it).
//
// What it is not yet: there is no audio. A leg to client:<user> answers by itself
// shortly after it is dialled, because the winner's browser has no softphone yet;
// an outbound customer's leg rings until somebody answers it by Answer or it times
// out with no-answer.
//
// The provider's sharp edges are kept and switched by Config.Edges: webhooks that
// come twice, late or in another order, and refusals with 429 (of texts also by Refuse,
// while it runs). A webhook that
// fails is sent once more, and then dropped.
//
// Lifecycle: New reads the state of Config.Folder, Start begins to deliver and to
// let time pass, Close waits for every goroutine. Each change is written to the
// state file (temporary file, then rename) before it is answered, so that the
// death of the process does not end the calls: the next Start sends what is still
// owed, at least once.
//
// Concurrency: safe for concurrent use; one lock guards the world. Everything that
// waits is a task in the state with a time; one goroutine runs the tasks, at most
// 32 webhooks are under way at once. Time is the time package's, so tests run in a
// testing/synctest bubble.
//
// Invariants: webhooks of one leg, conference or conversation are sent in order
// unless Edges.Reorder is set. A leg's end is final. Lists are bounded.
// Allowed imports: storage leaves, the standard library.
package simulator
