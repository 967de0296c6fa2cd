// Package window keeps the most recent entries of an organization's log in
// memory, so that sessions can be recovered without reading the log.
//
// Invariants: entries are in seq order without gaps; all windows together
// stay within one budget, and a busy organization gives up its own oldest
// entries.
//
// Concurrency: a Window is guarded by its organization's lock; the budget is
// shared by atomic operations.
//
// Allowed imports: storage leaves.
package window
