// Package assistance declares what an assistant answered.
//
// Concurrency: declarations only.
// Allowed imports: storage leaves, storage/schema, actors/feature.
package assistance
