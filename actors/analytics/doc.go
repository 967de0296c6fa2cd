// Package analytics declares reports, dashboards and queries.
//
// Concurrency: declarations only.
// Allowed imports: storage leaves, storage/schema, actors/feature.
package analytics
