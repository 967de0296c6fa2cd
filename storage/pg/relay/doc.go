// Package relay moves what was committed into the log, in order, and tells the
// followers of the log.
//
// It owns: the outbox once it is committed, the tables of the log, and who of all relays
// of a database leads; NewLog reads the log.
//
// Concurrency: a Relay works in the goroutine of Run, on a connection of its own, and
// followers are told in it. Its other methods are safe for concurrent use.
//
// Lifecycle: New, Follow, then Run until its context ends.
//
// Invariants:
//   - The log has every committed entry of an organization once, numbered from 1
//     without a hole; followers are told in that order, after the commit.
//   - What relays of several nodes tell each other by the broker is a hint and a
//     short cut: an announcement is followed as far as it continues what a node has,
//     the log is read for the rest, and nothing is announced before its statement
//     has succeeded.
//
// Allowed imports: storage leaves, storage/eventlog, storage/broker, storage/pg/pool, pgx.
package relay
