// Package entry holds the log entry, which describes one change of one record. Live updates,
// recovery, triggers and webhooks are all derived from entries in seq order.
//
// Invariants: Before and After hold changed fields only, each in the wire shape of REST as raw
// JSON; Record holds the whole record if a reader may see it for the first time (created, or a
// changed route); one record change is one entry. The previous release can read entries: fields
// are added, never renamed.
//
// Concurrency: an entry is immutable once it has been passed on. Allowed imports: the standard
// library and storage/id.
package entry
