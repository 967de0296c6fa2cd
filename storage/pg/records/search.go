package records

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"switchboard/storage/fault"
	"switchboard/storage/fold"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

const (
	// maxTerms bounds a search.
	maxTerms = 8
	// rankedOf is how many matches of each sort are ranked.
	rankedOf = 300
)

// search compiles a search; nil and one without terms is "true".
func (q *statement) search(s *row.Search) (string, error) {
	if s == nil || len(s.Terms) == 0 {
		return all, nil
	}
	if len(s.Terms) > maxTerms {
		return "", fault.New(fault.Invalid, "A search may have at most %d words.", maxTerms)
	}
	held, err := q.held(s)
	if err != nil {
		return "", err
	}
	one, two, paired := pair(s.Terms, held)
	var all []string
	for i, ways := range held {
		switch {
		case s.Alike:
			all = append(all, either(q.orMeant(ways, s.Terms[i])))
		case !paired || i != one && i != two:
			all = append(all, either(ways))
		}
	}
	if paired && !s.Alike {
		all = append(all, either(both(held[one], held[two])))
	}
	text := "(" + strings.Join(all, " AND ") + ")"
	if paired && s.Alike {
		text = "(" + text + " IS TRUE)" // the pairs of candidates lead by the index, not this
	}
	return text, nil
}

// held are the ways in which the search's fields may hold each of its terms.
func (q *statement) held(s *row.Search) (out [][]string, err error) {
	out = make([][]string, len(s.Terms))
	for i, term := range s.Terms {
		if out[i], err = q.ways(s, term); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// either asks whether a term is found in one of some ways.
func either(ways []string) string {
	if len(ways) == 0 {
		return "false"
	}
	return "(" + strings.Join(ways, " OR ") + ")"
}

// mostPairs bounds the pairs of ways in which two terms are looked for at once.
const mostPairs = 25

// pair gives the places of the two longest terms, which are looked for together, in every
// pair of their ways: the index then gives what has both. Of two conditions the database
// takes one by the index and looks at all that it finds, whichever it thinks the rarer
// (it can't know): it never lays two finds together of an index of a part of the table.
func pair(terms []row.Term, ways [][]string) (one, two int, ok bool) {
	one, two = -1, -1
	longest, next := 0, 0
	for i, term := range terms {
		key := fold.Key(term.Text)
		switch n := utf8.RuneCountInString(key); {
		case !fold.IsAnywhere(key):
		case n > longest:
			one, two, longest, next = i, one, n, longest
		case n > next:
			two, next = i, n
		}
	}
	return one, two, two >= 0 && len(ways[one])*len(ways[two]) <= mostPairs
}

// both are the pairs of ways in which two terms are found.
func both(a, b []string) (out []string) {
	for _, one := range a {
		for _, two := range b {
			out = append(out, "("+one+" AND "+two+")")
		}
	}
	return out
}

// ways are those in which the search's fields may hold a term, one for each field.
func (q *statement) ways(s *row.Search, term row.Term) ([]string, error) {
	if !schema.Storable(term.Text) || !schema.Storable(term.Digits) {
		return nil, fault.New(fault.Invalid, "The search text contains invalid characters.")
	}
	var fields []string
	for _, name := range s.Fields {
		c, err := q.column(name)
		if err != nil {
			return nil, err
		}
		if text := q.holds(c, term); text != "" {
			fields = append(fields, text)
		}
	}
	return fields, nil
}

// holds asks whether a column holds the term, "" where it can't.
func (q *statement) holds(c *tables.Column, term row.Term) string {
	if c.Kind.Search == "" {
		return ""
	}
	text := fmt.Sprintf(c.Kind.Search, c.Alias)
	if c.Field.Digits() {
		if term.Digits == "" {
			return ""
		}
		return text + " LIKE " + q.arg(contained(term.Digits), "text")
	}
	switch key := fold.Key(term.Text); {
	case key == "":
		return ""
	case fold.IsAnywhere(key):
		return text + " LIKE " + q.arg(contained(key), "text")
	default:
		return "(" + q.begins(text, key) + ")"
	}
}

// begins asks whether the key of a text, or of a word in it, begins with another.
func (q *statement) begins(text, with string) string {
	return text + " LIKE " + q.arg(prefix(with), "text") + " OR " + text + " LIKE " + q.arg("% "+prefix(with), "text")
}

// contained is the pattern of everything that holds the key.
func contained(key string) string { return "%" + prefix(key) }

// prefix is the pattern of everything that begins with the key.
func prefix(key string) string { return fold.Literal(key) + "%" }

// key is the key of what a column holds as people read it.
func (*statement) key(c *tables.Column) string { return fmt.Sprintf(c.Kind.Column.Searched, c.Alias) }

// rank is the order of what a search finds, "" where its object has no names: those first
// whose names begin with the first term, as starts says, then those in whose names a word does.
func (q *statement) rank(s *row.Search) (starts, order string) {
	name := q.table.Column(q.table.Object.NameField)
	if name == nil || name.Kind.Sort == "" || len(s.Terms) == 0 {
		return "", ""
	}
	first, key := fold.Key(s.Terms[0].Text), q.key(name)
	starts = key + " LIKE " + q.arg(prefix(first), "text")
	word := key + " LIKE " + q.arg("% "+prefix(first), "text")
	return starts, fmt.Sprintf("(%s) IS NOT TRUE, (%s) IS NOT TRUE, %s, t.id", starts, word, fmt.Sprintf(name.Kind.Sort, name.Alias))
}

// ranked is the statement of the best that a search finds. It bounds what is put in order: of
// those whose names begin with the first term some hundreds, and as many of the others, which
// are looked for where those do not fill the page. What several terms find is little as a
// rule, so that it is looked for once.
//
// A name that begins with the only term is a match, so the index looks for that alone: two letters
// are in a tenth of all names, and in every other field.
func (q *statement) ranked(s *row.Search, list string, sel selection, limit int) string {
	from := sel.text
	starts, order := q.rank(s)
	if order == "" {
		return fmt.Sprintf("SELECT %s%s LIMIT %d", list, from, limit)
	}
	with, first := "WITH ", ""
	var gate string
	if len(s.Terms) > 1 {
		with += fmt.Sprintf("few AS MATERIALIZED (SELECT t.*%s LIMIT %d), ", from, rankedOf+1)
		first = fmt.Sprintf("SELECT * FROM few WHERE (SELECT count(*) FROM few) <= %d UNION ALL ", rankedOf)
		gate = fmt.Sprintf(" AND (SELECT count(*) FROM few) > %d", rankedOf)
	}
	half := fmt.Sprintf("SELECT t.*%s AND (%s) IS %%s%s LIMIT %d", from, starts, gate, rankedOf)
	begun := fmt.Sprintf(half, "TRUE")
	if len(s.Terms) == 1 && slices.Contains(s.Fields, q.table.Object.NameField) && fold.Key(s.Terms[0].Text) != "" {
		begun = fmt.Sprintf("SELECT t.*%s AND %s LIMIT %d", sel.unsearched, starts, rankedOf)
	}
	return with + "begun AS MATERIALIZED (" + begun + ") SELECT " + list + " FROM (" + first + "SELECT * FROM begun UNION ALL (" +
		fmt.Sprintf(half, "NOT TRUE AND (SELECT count(*) FROM begun) < "+strconv.Itoa(limit)) + ")) t ORDER BY " + order + " LIMIT " + strconv.Itoa(limit)
}
