// Package topic defines the topics that a socket can subscribe to, and which
// entries of the log belong to them. Everything here is decided from an
// entry, the registry of objects and a principal's rights, without a socket
// or a clock.
//
// The hub defines the kinds of topics. The objects (storage/schema: Role,
// Topic, Mine, Feed) declare which of them have a topic of a kind and what it
// announces; no object is named here.
//
// A Catalog is made from one version of an organization's registry. It comes
// with Rights and Visibility: which entries change what users may see or do,
// and which make other records visible or invisible.
//
// Invariants: a topic has one name; narrowing (Concerns) never shows
// anything, only rights do.
//
// Concurrency: everything is pure; a Catalog is immutable and safe for
// concurrent use.
//
// Allowed imports: storage leaves, storage/schema, storage/access.
package topic
