package row

// Search looks for records by what people know of them: each term must stand somewhere in
// one of the fields.
type Search struct {
	// Fields are those that are looked through, each of a type that can be searched.
	Fields []string
	Terms  []Term
	// Ranked gives the records whose names begin with the first term first, then those
	// with a word that does, by name; Order, Offset and Total then don't count, and of very
	// many matches some are ranked.
	Ranked bool
	// Alike takes for a term a word of the name, too, that was meant by it with one slip of
	// typing (storage/spelling). It goes with Ranked; what has the fewest slips comes first.
	Alike bool
	// Typed says that something is found as it was typed. Among very many records Alike then
	// takes one slip in all terms.
	Typed bool
}

// Term is one thing that is looked for. Text may stand anywhere, or, with less than three
// letters, at the beginning of a word; case makes no difference. Digits are what of it a phone
// number may hold, "" if it is none.
type Term struct {
	Text   string
	Digits string
}
