// Package tags declares tags, which are the entries of multi-selects and what these look like, and the
// labels of pick-lists.
//
// Concurrency: a Reviewer has no state.
// Allowed imports: storage leaves, storage/schema, actors/feature, access, row.
package tags
