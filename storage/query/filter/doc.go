// Package filter makes conditions of the query language of the rows of the filter builder.
//
// It owns: what a row may hold, which operators there are and how a value of JSON becomes a
// literal. What a row names and compares, it leaves to the checker, as the parser does.
//
// Invariants: what comes out is a tree that a text could have; nothing of a row stands in it
// but names and the slots of literals, and no literal holds what the database can't.
//
// Concurrency: a Maker belongs to who makes one tree.
// Allowed imports: storage leaves, storage/schema, storage/query/lex, parse, ast and dates.
package filter
