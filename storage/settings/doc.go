// Package settings holds the settings of an organization: their names, defaults and
// bounds, and how a change is laid over what stands.
//
// It owns: Organization and its parts. The object that stores them and the routes that
// show them know them only as one JSON document (schema.Field.Document).
//
// Invariants: a document that Merge returns is whole and within its bounds; what a
// stored document lacks, because an older release wrote it, has its default.
//
// Concurrency: values; nothing is shared.
// Allowed imports: storage/fault.
package settings
