// Package queries runs queries of the product's language (storage/query).
//
// It owns: the walls that stand behind the compiler, in the database. A query runs in a
// transaction that can only read, on the connections of lists, under a role that may only
// SELECT the columns of its organization's objects that people can be shown, for no longer
// than a while and in no more memory than some; one of several sources is priced before. And
// what live queries ask, which every node must know.
//
// Invariants: a statement runs under the role, or is not run, where the database lets us
// have one, and the database first reads its text under it; what is read beside it (names of records, kept totals) is bounded by ids and
// counts alone.
//
// Concurrency: a Runner is safe for concurrent use. It starts nothing.
// Allowed imports: storage leaves, storage/schema, storage/query, storage/pg/pool,
// storage/pg/tables, storage/pg/projection, storage/pg/records, pgx.
package queries
