// Package topic knows the topics that a socket can subscribe to, and which entries of
// the log belong to which: all that is decided from an entry, the registry of objects
// and a principal's rights alone, without a socket and without a clock.
//
// The kinds of topics are the hub's own. Which objects have a topic of a kind, and what
// of them is told there, stands on the objects (storage/schema: Role, Topic, Mine, Feed);
// no object is named here.
//
// A Catalog is made from one version of an organization's registry. With it come Rights
// and Visibility: which entries change what people may see or do, and which move other
// records into or out of sight.
//
// Invariants: a topic has one name; narrowing (Concerns) never shows anything, rights
// alone do.
//
// Concurrency: everything is pure; a Catalog is immutable and safe for concurrent use.
// Allowed imports: storage leaves, storage/schema, storage/access.
package topic
