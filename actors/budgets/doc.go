// Package budgets keeps one person's share of the server small: how many of his
// requests, lists and changes are worked on at once, what his reading costs, how many
// requests he makes, and how many records he changes and how many bytes he sends for it
// a minute. What one person may do to the others by asking much is bounded here,
// whatever he asks for.
//
// It owns Service. What is at once, the requests and the cost of reading are counted by
// this process alone; the rates of changes by all nodes together, where they share a
// limiter.
//
// What is dear comes one after the other with pauses (dear.go), so that a neighbour
// finds a core free at any moment; whoever waits for each answer is slowed down by it
// and not refused.
//
// Invariants: who is let in is counted until he leaves; who is turned away is told
// when to come back (fault.Limited) and leaves nothing behind.
//
// Concurrency: Service is safe for concurrent use and starts nothing but timers. Who
// waits for a place waits in his own goroutine, in the order of coming: a second at
// most, behind dear work eight.
//
// Allowed imports: storage leaves, storage/access, storage/ratelimit.
package budgets
