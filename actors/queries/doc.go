// Package queries answers queries of the product's language on behalf of a principal.
//
// It owns: by whose clock the words for days are read, and who may see how the database
// goes about a query.
//
// Invariants: a query is compiled for the principal that asks it, and for nobody else.
//
// Concurrency: Service is safe for concurrent use. It starts nothing. It remembers people's
// time zones, and forgets them by following the log and by what this node commits.
// Allowed imports: storage leaves, storage/schema, storage/access, storage/query.
package queries
