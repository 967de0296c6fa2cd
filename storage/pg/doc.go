// Package pg keeps everything in PostgreSQL: the records of every organization,
// the entries that announce their changes, and the core tables around
// them. It puts the packages below it together: a Store is all of them over one pool.
//
//	commit ──► projection, effects, accounts ──► tables ──► pool
//	records ─► projection ─► people
//	migrations ─► organizations ─► tables, jobs
//	migrations, definitions ─► indexing ─► tables
//	definitions ─► commit, tables
//	erasure ─► tables
//	relay, retention, rotation, jobs ─► pool
//
// It decides nothing: which change is right is said by actors, who may see a
// record by storage/access. An if on business meaning here is a fault.
//
// Concurrency: a Store is safe for concurrent use. Together makes several changes one
// transaction, with what is read between them.
//
// Lifecycle: Open connects, Migrate brings the tables up to date (safe on
// several nodes at once, one waits for the other), Close ends the pool. A Relay
// moves what was committed into the log and tells its followers, from Run to
// Close, on a connection of its own; of all relays of a database one leads.
//
// Invariants:
//   - Imports between these packages run one way, as drawn.
//   - Errors that leave the package are *fault.Error.
//
// Allowed imports: anything in storage, pgx, goose, River.
package pg
