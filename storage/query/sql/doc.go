// Package sql writes the SQL of a checked query.
//
// It owns: how an object becomes a derived table that holds what its reader may see, and
// nothing else, and how the rest of the query is written over these. Rights are so in every
// clause alike: what an outer join, a sub-select or an order could look at is gone before.
//
// Invariants:
//   - Nothing of the author's stands in the text: names are the registry's or numbered
//     (s1, c1), values are parameters.
//   - A table is named inside such a derived table alone, where the rows that were removed,
//     and those that its reader may not see, are left out. The table that a Filter is written
//     over is named, and held to the reader's rights, by the statement around it.
//
// Concurrency: functions only; a Statement is not changed once it is made.
// Allowed imports: storage leaves, storage/schema, storage/query/check, ast and bind.
package sql
