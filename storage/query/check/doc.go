// Package check holds the tree of a query to the registry and to what its reader may see,
// and makes of it what the SQL is written from.
//
// It owns: how names are found (fields, records behind lookups, members of values, what
// sub-selects answer), which comparisons and functions there are, and what a query answers.
// It looks names up in Views alone: an object or field that the reader may not see is
// absent here like one that does not exist, and is refused with the same words.
//
// Invariants:
//   - Every column of what leaves here is one of a View that the reader may see in every
//     row of that view, or it is shown as it is, and then masked where he may not. In a
//     Filter nothing is shown.
//   - Encrypted and internal fields are no part of any View.
//   - What leaves here holds no literal, only the slots of literals.
//
// Concurrency: functions only; what they make is not changed any more once it is made.
// Allowed imports: storage leaves, storage/schema, storage/query/lex, ast, bind and dates.
package check
