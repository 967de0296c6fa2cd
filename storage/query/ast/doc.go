// Package ast is the tree of a query as its author wrote it: names that nobody has looked
// up yet, and literals by their places in the text.
//
// It owns: the kinds of nodes. They are all that a query can hold: what has no node here
// can't be asked for.
//
// Invariants: every node knows where in the text it begins; a literal knows its slot, by
// which its value is bound, and no node holds anything else of the author's but names.
//
// Concurrency: a tree belongs to who parsed it until nobody changes it any more.
// Allowed imports: storage/query/dates.
package ast
