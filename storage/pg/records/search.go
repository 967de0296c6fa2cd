package records

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"switchboard/storage/fault"
	"switchboard/storage/pg/tables"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

const (
	// maxTerms bounds a search.
	maxTerms = 8
	// anywhereFrom is how many letters a term has that is looked for within words too: an
	// index of trigrams answers no less.
	anywhereFrom = 3
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
	terms := make([]string, len(s.Terms))
	for i, term := range s.Terms {
		text, err := q.held(s, term)
		if err != nil {
			return "", err
		}
		if s.Alike {
			text = q.orMeant(text, term)
		}
		terms[i] = text
	}
	return "(" + strings.Join(terms, " AND ") + ")", nil
}

// held asks whether one of the search's fields holds a term.
func (q *statement) held(s *row.Search, term row.Term) (string, error) {
	if !schema.Storable(term.Text) || !schema.Storable(term.Digits) {
		return "", fault.New(fault.Invalid, "What is searched for holds characters that can't be stored.")
	}
	var fields []string
	for _, name := range s.Fields {
		c, err := q.column(name)
		if err != nil {
			return "", err
		}
		if text := q.holds(c, term); text != "" {
			fields = append(fields, text)
		}
	}
	if len(fields) == 0 {
		return "false", nil
	}
	return "(" + strings.Join(fields, " OR ") + ")", nil
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
		return text + " ILIKE " + q.arg(contained(term.Digits), "text")
	}
	if term.Text == "" {
		return ""
	}
	if utf8.RuneCountInString(term.Text) < anywhereFrom {
		return "(" + q.begins(text, term.Text) + ")"
	}
	return text + " ILIKE " + q.arg(contained(term.Text), "text")
}

// begins asks whether a text or a word in it begins with another.
func (q *statement) begins(text, with string) string {
	return text + " ILIKE " + q.arg(prefix(with), "text") + " OR " + text + " ILIKE " + q.arg("% "+prefix(with), "text")
}

// contained is the pattern of everything that holds the text.
func contained(text string) string {
	return "%" + strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(text) + "%"
}

// prefix is the pattern of everything that begins with the text.
func prefix(text string) string { return strings.TrimPrefix(contained(text), "%") }

// ranked lays the order of a search over a selection, and bounds what is sorted: of
// those whose names begin with the first term, and of the others, some hundreds each.
func (q *statement) ranked(s *row.Search, list, from string, limit int) string {
	name := q.table.Column(q.table.Object.NameField)
	if name == nil || name.Kind.Sort == "" || len(s.Terms) == 0 {
		return fmt.Sprintf("SELECT %s%s LIMIT %d", list, from, limit)
	}
	first := s.Terms[0].Text
	starts := name.Alias + " ILIKE " + q.arg(prefix(first), "text")
	word := name.Alias + " ILIKE " + q.arg("% "+prefix(first), "text")
	half := fmt.Sprintf("SELECT t.*%s AND (%s) IS %%s LIMIT %d", from, starts, rankedOf)
	return fmt.Sprintf("SELECT %s FROM ((%s) UNION ALL (%s)) t ORDER BY (%s) IS NOT TRUE, (%s) IS NOT TRUE, %s, t.id LIMIT %d",
		list, fmt.Sprintf(half, "TRUE"), fmt.Sprintf(half, "NOT TRUE"), starts, word, fmt.Sprintf(name.Kind.Sort, name.Alias), limit)
}
