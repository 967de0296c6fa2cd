// Package features is the list of the product's features: a feature is taken out by
// deleting its folders and its line here.
//
// Concurrency: safe for concurrent use; nothing is changed once it was made.
// Allowed imports: storage leaves, storage/schema, actors/….
package features
