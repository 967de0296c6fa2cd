// Package query compiles the product's query language (docs/query.md): a text, on behalf of
// a reader, into SQL that shows him what he may see.
//
// It works in stages, each a package of its own: lex takes the text apart, parse makes a
// tree (ast) of it, check holds the tree to the registry and to the reader's rights, sql
// writes the statement, and bind makes its parameters of the literals. This package puts
// them together, remembers the shapes of texts, and turns what a stage refuses into a
// fault with its place.
//
// A condition on the records of one object, as rows of the filter builder, comes in by one
// door, Compiler.Filter: filter makes the tree that its text would have, and check, sql and
// bind go on as with any other. Lists and boards are filtered so. Whatever else is to be
// decided of a record by rows (which records a permission is for, when a trigger fires) asks
// there as well, on behalf of whoever wrote the rows, and never reads them by itself.
//
// It owns: what a shape is. Two texts have the same shape that differ in their literals
// alone; a shape is compiled once per reader's rights and version of the tables, and no
// literal is part of it.
//
// Invariants:
//   - What comes out is one SELECT, or one condition over the table of an object, in which
//     nothing of the author's stands but numbers of parameters; it reads through check's
//     Views alone.
//   - The same text is refused in the same words wherever it is compiled, and a name that
//     the reader may not see like one that is not there.
//
// Concurrency: a Compiler is safe for concurrent use.
// Allowed imports: storage leaves, storage/schema, and the packages below this one.
package query
