// Package schemas declares the object of object definitions: what an organization has
// beside the objects of every one. The store reads and makes them (storage/pg/definitions).
//
// Concurrency: declarations only.
// Allowed imports: storage leaves, storage/schema, actors/feature.
package schemas
