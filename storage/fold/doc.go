// Package fold computes the key by which texts are searched: the same key for any case, accents
// and Unicode composition.
//
// It owns: the key, which search.fold of the database (storage/pg/migrations/0050_fold.sql) and
// ui/src/lib/fold.ts compute identically; testdata/folded.json holds the cases that all three
// must agree on.
//
// Concurrency: functions only. Lifecycle: none.
//
// Invariants:
//   - Key is idempotent.
//   - If one text contains another, its key contains the other's key.
//
// Allowed imports: the standard library, golang.org/x/text.
package fold
