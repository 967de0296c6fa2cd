// Package activities declares e-mails and events, which stand on the timelines of what they are about.
//
// Concurrency: declarations only.
// Allowed imports: storage leaves, storage/schema, actors/feature.
package activities
