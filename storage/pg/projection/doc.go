// Package projection makes of a stored record what leaves the server: its fields as REST
// and the hub show them, and the route that says who may see it.
//
// It owns: which other records have to be asked for names, teams and members, and how
// derived fields are computed.
//
// Concurrency: nothing here is shared; what one transaction or page asks for belongs to
// its goroutine.
//
// Invariants:
//   - An internal field never leaves the server.
//   - A derivation sees the names of the lookups that changed, and of the others the ids
//     alone.
//
// Allowed imports: storage leaves, storage/schema, storage/pg/people, storage/pg/pool,
// storage/pg/tables, pgx.
package projection
