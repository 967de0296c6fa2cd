// Package records owns the generic commands on records of any object: read,
// list, create, update, delete. It authorises first, then
// checks, then writes through the one committer, or hands a live record to the
// owner that was registered for its object.
//
// Service authorises and decides; its parts do not know it: checks say what a row must
// pass, Grants who may give rights to whom, plain and live write, answers show what was
// written.
//
// Invariants: an unknown and an unreadable field get the same refusal; what
// filters or sorts is readable in every row that could match; no id in a body
// names a record that the caller can't see; rights were decided on the very
// version that is written; a list of rows is written whole or not at all;
// of live objects the rows of one actor are written whole or not at all, rows of
// several are all decided before the first is written, and where one is refused
// after that the answer says so of each (PartialError).
//
// Concurrency: Service is safe for concurrent use after the last Own. It starts
// nothing.
// Allowed imports: storage leaves, storage/schema, storage/access, actors/runtime,
// actors/feature, actors/sight.
package records
