// Package automation declares code that the organization wants run when a record changes, at a time or when it
// is asked for, and the functions that such code shares.
//
// Concurrency: declarations only.
// Allowed imports: storage leaves, storage/schema, actors/feature.
package automation
