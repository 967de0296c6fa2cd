// Package budgets keeps one person's share of the server small: how many of his
// requests, lists and changes are worked on at once, and how many records he changes
// and how many bytes he sends for it a minute. What one person may do to the others by asking much is bounded here,
// whatever he asks for.
//
// It owns Service. What is at once is counted by this process alone; the rates of
// changes by all nodes together, where they share a limiter.
//
// Invariants: who is let in is counted until he leaves; who is turned away is told
// when to come back (fault.Limited) and leaves nothing behind.
//
// Concurrency: Service is safe for concurrent use and starts nothing. Who waits for a
// place waits in his own goroutine, a second at most, in the order of coming.
//
// Allowed imports: storage leaves, storage/access, storage/ratelimit.
package budgets
