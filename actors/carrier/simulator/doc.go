// Package simulator stands in for the phone provider if no account is configured. It
// implements the provider's API, so that the product's own code runs unchanged.
//
// It owns the interfaces: the REST subset that we use, by host name behind Transport
// (each API has its own routes); signed webhooks over HTTP to the configured public
// URL (sender); and the actions of people outside (PlaceCall, Answer, Hangup,
// SendText, State, Control). Several processes of the product can share one by
// Service (the simulator as a server) and Remote (its client).
//
// The provider's behavior is in packages of its own, which know neither the
// interfaces nor each other: voice (legs, conferences, TwiML), texting
// (conversations, receipts, opt-outs), and schedule (pending steps and webhooks).
// Four more serve browsers and sound, which the exchange connects to the calls:
// signal (the voice SDK's signaling), handset (browsers as outside phones), media
// (WebRTC and the mixer) and audio. Package tape stores recordings, and mp3 encodes
// them. After each change of the world the exchange updates the legs: which browsers they ring
// and have, and which parties hear each other.
//
// A leg to client:<user> rings in the browsers that the user has registered, and ends
// with no-answer if there are none. An outbound customer's leg rings until Answer is
// called or it times out. A person outside says a customer's sentences or plays a
// tone (Voice), or a browser takes over the phone (Talk). Hears reports what they
// hear.
//
// One behavior differs from the provider: a restart loses the sound of all calls, so
// a browser that registers is called again about its call.
//
// Config.Edges enables the provider's failure modes: repeated, late and reordered
// webhooks, 429 responses (for texts also from the page), and 503 responses to all
// requests about calls (from the page). A failed webhook is retried once, and then
// dropped.
//
// Lifecycle: New reads the state of Config.Folder. Run delivers webhooks, advances
// time, accepts browsers and mixes until its context ends. Close rejects further
// changes. Each change is written to the state file (temporary file, then rename)
// before the response, so calls survive the death of the process: the next Run sends
// pending webhooks at least once.
//
// Concurrency: safe for concurrent use; the store's lock guards the world. Everything
// that waits is a task on the schedule. The pump's goroutine runs them, with at most
// 32 webhooks in flight. Time comes from the time package, so tests run in a
// testing/synctest bubble.
//
// Invariants: webhooks of one leg, conference or conversation are sent in order
// unless Edges.Reorder is set. A leg's end is final. Lists are bounded.
//
// Allowed imports: storage leaves, its own subpackages, the standard library.
package simulator
