package row

// Search selects records by text: each term must occur in one of the fields.
type Search struct {
	// Fields are those that are looked through, each of a type that can be searched.
	Fields []string
	Terms  []Term
	// Ranked sorts records whose name begins with the first term first, then those with a word
	// that does, by name; Order, Offset and Total are ignored, and of very many matches only some
	// are ranked.
	Ranked bool
	// Alike also matches names with one typo per term (storage/spelling), fewest typos first. It
	// requires Ranked.
	Alike bool
	// Typed reports that the exact term has matches. Among very many records Alike then allows
	// one typo over all terms.
	Typed bool
}

// Term is one search term. Text may match anywhere, or, with fewer than three letters, at the
// start of a word; case is ignored. Digits are its digits as a phone number, "" if it is none.
type Term struct {
	Text   string
	Digits string
}
