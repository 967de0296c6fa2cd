// Package fold makes the key by which texts are searched: what people type for a name, whatever
// its case, its accents and the way in which its characters are composed.
//
// It owns: the key, as search.fold of the database (storage/pg/migrations/0050_fold.sql) and
// ui/src/lib/fold.ts make the same; testdata/folded.json holds the cases that all must agree on.
//
// Concurrency: functions alone. Lifecycle: none.
//
// Invariants:
//   - A key is its own key.
//   - One text is a part of another only if its key is a part of the other's key.
//
// Allowed imports: the standard library, golang.org/x/text.
package fold
