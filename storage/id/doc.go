// Package id makes and checks the identifiers of records: UUIDs in canonical
// lower-case text. New ids are version 7 (RFC 9562), so that they sort by time
// of creation; ids derived from a provider's identifier are version 5.
//
// Concurrency: all functions are safe for concurrent use.
// Allowed imports: the standard library.
package id
