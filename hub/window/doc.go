// Package window keeps the most recent entries of an organization's log in memory, from
// which sessions are recovered without reading the log.
//
// Invariants: entries stand in seq order without holes; what all windows keep stays
// within one budget, and an organization that writes much gives up its own oldest.
//
// Concurrency: a Window belongs to whoever holds its tenant's lock; the budget is shared
// by atomic operations.
// Allowed imports: storage leaves.
package window
