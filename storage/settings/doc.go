// Package settings holds the settings of an organization: their names, defaults and bounds, and
// how a change is merged into them.
//
// It owns: Organization and its parts. The object that stores them and the routes that show them
// treat them as one JSON document (schema.Field.Document).
//
// Invariants: a document that Merge returns is complete and within its bounds; a setting that an
// older release did not store has its default.
//
// Concurrency: values; nothing is shared. Allowed imports: storage/fault.
package settings
