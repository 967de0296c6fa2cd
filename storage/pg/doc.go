// Package pg keeps everything in PostgreSQL: the records of every organisation,
// the entries that announce their changes, and the core tables around them
// (architecture §6).
//
// It owns: the pool and its session settings, the migrations of the schema core,
// the tables made from the registry (one schema per organisation, one table per
// object), the one write path Commit, and the readers Get, Find, Count and Read.
// It decides nothing: which change is right is said by actors, who may see a
// record by storage/access. An if on business meaning here is a fault.
//
// Concurrency: a Store is safe for concurrent use. Commit locks the rows it
// changes in the order of its writes; a deadlock or serialization failure is
// tried again a few times. Together makes several changes one transaction, with what is
// read between them.
//
// Lifecycle: Open connects, Migrate brings the tables up to date (safe on
// several nodes at once, one waits for the other), Close ends the pool. A Relay
// moves what was committed into the log and tells its followers, from Run to
// Close, on a connection of its own; of all relays of a database one leads.
//
// Invariants:
//   - A change is whole or absent: rows, entries, effects and the mark of the
//     provider's event are one transaction.
//   - The entry of a row is inserted while its lock is held, so that entries of
//     one record have the order of its versions.
//   - The log has every committed entry of an organisation once, numbered from 1
//     without a hole; followers are told in that order, after the commit.
//   - What relays of several nodes tell each other by the broker is a hint and a
//     short cut: an announcement is followed as far as it continues what a node has,
//     the log is read for the rest, and nothing is announced before its statement
//     has succeeded.
//   - Bulk changes name at most MaxBulk records in one entry, and use a part of the
//     pool alone.
//   - An update that changes no value writes no version and no entry.
//   - Identifiers come from the registry only, values are parameters.
//   - Errors that leave the package are *fault.Error.
//   - An internal field never enters an entry; of an internal object an entry
//     says what an update changed (a session was revoked), never the record.
//   - A derivation sees the names of the lookups that changed, and of the others
//     the ids alone.
//
// Allowed imports: anything in storage, pgx, goose.
package pg
