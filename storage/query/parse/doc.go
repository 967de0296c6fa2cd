// Package parse makes the tree of a query of its tokens.
//
// It owns: the grammar (docs/query.md), which words are keywords where, and how large and
// deep a query may be. Keywords are not reserved: a field may be called from or order,
// and a word is what its place makes of it; a name that its place could make a keyword is
// written between double quotes.
//
// Invariants: it ends for every text, on a stack that MaxDepth bounds; a text that is
// taken is one SELECT up to its end.
//
// Concurrency: functions only.
// Allowed imports: storage/query/lex, ast and dates.
package parse
