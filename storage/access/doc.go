// Package access is the one place that decides who may see and change what: by
// object, by field and by row (docs/permissions.md).
//
// It owns: PermissionSet, Principal, Rights (what is seen), Change (what is written) and
// Project. It is pure: a Principal is built from what the store read about a user, and
// every question is answered from it and an entry.Route alone, so that records, hub and
// actors decide alike and none needs a database to decide.
//
// Invariants: several permission sets are united, there are no deny rules;
// update implies read; a private record is seen by its members alone; internal
// objects and fields are in nobody's sets; an absent and an unreadable field are
// the same to a caller.
//
// Concurrency: values are immutable after Build.
// Allowed imports: storage leaves and storage/schema.
package access
