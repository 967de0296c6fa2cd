// Package campaigns declares campaigns, and whom they reach.
//
// Concurrency: declarations only.
// Allowed imports: storage leaves, storage/schema, actors/feature.
package campaigns
