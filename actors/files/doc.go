// Package files declares files and the records that they are kept with.
//
// Concurrency: declarations only.
// Allowed imports: storage leaves, storage/schema, actors/feature.
package files
