// Package phones declares the object of our own phone numbers. Its records have no owner of their own: they are changed by
// actors/records.
//
// Concurrency: declarations only.
// Allowed imports: storage leaves, storage/schema, actors/feature.
package phones
