// Package bind makes the parameters of a statement of the literals of a query.
//
// It owns: how the author's words become a value of the type that they are compared with,
// and which of them can't. A Value says where a parameter comes from and never what it is,
// so that a compiled statement can be kept and used with other literals.
//
// Invariants: a value that leaves here is of the type that its parameter has in the
// statement, or the query is refused with the place of its literal.
//
// Concurrency: a Value is never changed; Bind may be called by many at once.
// Allowed imports: storage leaves, storage/schema, storage/query/lex and dates.
package bind
