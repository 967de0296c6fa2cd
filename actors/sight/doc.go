// Package sight answers the question that every operation on a live record
// begins with: does this principal see this record, and what may he do to it.
//
// It owns no state. An invisible record of the principal's organization is
// refused, one that does not exist is not found (docs/permissions.md).
//
// Concurrency: safe for concurrent use.
// Allowed imports: storage leaves, storage/access.
package sight
