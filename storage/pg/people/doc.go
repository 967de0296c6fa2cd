// Package people remembers for seconds what is shown of people beside the records that name them:
// their names, and the teams that make part of who may see a record. Most records name the same
// few people, who are else read again for each page.
//
// It owns: what is remembered and when it is forgotten. It reads nothing itself.
//
// Concurrency: a Known is safe for concurrent use.
//
// Invariants:
//   - Nobody is remembered for longer than that a session's rights are believed
//     (accounts.Principals), whatever the log tells.
//   - What is read while somebody changes is not remembered.
//   - Nothing of a transaction that is not committed is remembered.
//
// Allowed imports: storage leaves, storage/schema.
package people
