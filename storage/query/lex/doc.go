// Package lex takes the text of a query apart into tokens, and says where in it something
// is wrong.
//
// It owns: what a token is, the characters that a query may hold and how long it may be,
// and Error, by which every stage refuses with a place in the text. A comment, a cast, a
// second way to quote and any other sign that the language lacks are refused here: what
// the parser never sees it cannot misread.
//
// Invariants: tokens point into the text in its order and never overlap; the only token
// that holds a value of the author's is a literal (String, Numeral); no literal holds what
// the database can't.
//
// Concurrency: functions only.
// Allowed imports: storage leaves, storage/schema.
package lex
