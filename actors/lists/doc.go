// Package lists declares filters of lists that people saved.
//
// Concurrency: declarations only.
// Allowed imports: storage leaves, storage/schema, actors/feature.
package lists
