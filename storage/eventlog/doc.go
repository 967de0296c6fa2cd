// Package eventlog is the port to an organization's log: every committed change in commit order,
// as the relay moved it from the outbox.
//
// Invariants: seq is dense per organization and starts at 1; Read returns entries in seq order; a
// Follower receives each entry once, strictly in seq order, with gaps filled from the log. A
// Selective follower may miss entries of organizations that it does not serve.
//
// Concurrency: implementations are safe for concurrent use. Allowed imports: storage leaves.
package eventlog
