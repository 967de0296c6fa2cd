// Package eventlog is the port to an organization's log: every committed change
// in commit order, as the relay took it from the outbox.
//
// Invariants: seq is dense per organization and rises from 1; Read returns
// entries in seq order; a Follower is called strictly in seq order, each entry
// once, holes filled from the log. A Selective one may be told of nothing of the
// organizations that it does not serve.
//
// Concurrency: implementations are safe for concurrent use.
// Allowed imports: storage leaves.
package eventlog
