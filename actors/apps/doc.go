// Package apps declares apps, which group what was set up for one purpose and have
// administrators of their own, and their pages.
//
// Concurrency: declarations only.
// Allowed imports: storage leaves, storage/schema, actors/feature.
package apps
