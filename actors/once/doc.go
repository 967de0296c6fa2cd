// Package once lets who sends something that can't be repeated (a text, a dialled leg)
// ask first whether it is still his to send.
//
// A worker may have slept, frozen with its process, between taking a task on and
// sending: somebody else has sent it meanwhile. The worker puts its question into the
// context (With); the client of the provider asks it (Check) immediately before each
// request, after every wait of its own.
//
// Who sends says of a failure whether it is certain that nothing was done (Undone), so
// that it may be taken back.
//
// Concurrency: contexts are immutable; a check must be safe for concurrent use.
// Lifecycle: none.
// Invariants: an error of the check means that nothing was sent.
// Allowed imports: the standard library.
package once
