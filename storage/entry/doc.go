// Package entry holds the log entry: the one announcement of one record change.
// Everything live, recovered, triggered or sent onward is
// made from entries, in the order of their seq.
//
// Invariants: Before and After hold changed fields only, each in the wire shape
// of REST as raw JSON; Record holds the whole record where a reader may see it
// for the first time (created, or a route that changed); one record change is
// one entry. Entries stay readable by the previous release: fields are added,
// never renamed.
//
// Concurrency: an entry is immutable once it has been handed over.
// Allowed imports: the standard library and storage/id.
package entry
