package parse

import "switchboard/storage/query/lex"

// elsewhere says of words of SQL that are not here what to do instead.
var elsewhere = map[string]string{
	"UNION": "There is no UNION: ask twice, or use OR.", "INTERSECT": "There is no INTERSECT: use AND or EXISTS.", "EXCEPT": "There is no EXCEPT: use NOT EXISTS.",
	"FOR": "A query locks nothing: leave FOR away.", "WINDOW": "There are no windows: group by a field instead.", "FETCH": "Write LIMIT instead of FETCH.",
	"INTO": "A query writes nothing: leave INTO away.", ",": "Write JOIN … ON … instead of a comma between objects.",
	"CROSS": "There is no CROSS JOIN: say by ON which records belong together.", "FULL": "There is no FULL JOIN: use LEFT JOIN.",
	"NATURAL": "There is no NATURAL JOIN: say by ON which records belong together.", "USING": "Write ON instead of USING.", "LATERAL": "There is no LATERAL.",
	"TABLESAMPLE": "There is no TABLESAMPLE.", "OVER": "There are no windows: group by a field instead.",
	"ILIKE": "LIKE looks at no case: write LIKE.", "SIMILAR": "There is no SIMILAR TO: use LIKE.", "COLLATE": "There is no COLLATE.",
}

// keywords are the words that mean something where a value has ended.
var keywords = map[string]bool{
	"SELECT": true, "DISTINCT": true, "FROM": true, "WHERE": true, "GROUP": true, "HAVING": true, "ORDER": true, "LIMIT": true, "OFFSET": true,
	"JOIN": true, "INNER": true, "LEFT": true, "RIGHT": true, "OUTER": true, "ON": true, "AS": true, "AND": true, "OR": true, "NOT": true,
	"IN": true, "LIKE": true, "BETWEEN": true, "IS": true, "EXISTS": true, "CASE": true, "WHEN": true, "THEN": true, "ELSE": true, "END": true,
	"ASC": true, "DESC": true, "BY": true, "NULL": true, "TRUE": true, "FALSE": true,
	"UNION": true, "INTERSECT": true, "EXCEPT": true, "FOR": true, "WINDOW": true, "FETCH": true, "INTO": true, "CROSS": true, "FULL": true,
	"NATURAL": true, "USING": true, "LATERAL": true, "TABLESAMPLE": true, "OVER": true, "ILIKE": true, "SIMILAR": true, "COLLATE": true, "SET": true, "VALUES": true,
}

// longestKeyword bounds what is looked up.
const longestKeyword = len("TABLESAMPLE")

func keyword(t *lex.Token) bool {
	if t.Kind != lex.Word || len(t.Text) > longestKeyword {
		return false
	}
	var upper [longestKeyword]byte
	for i := range len(t.Text) {
		c := t.Text[i]
		if c >= 'a' && c <= 'z' {
			c -= 'a' - 'A'
		}
		upper[i] = c
	}
	return keywords[string(upper[:len(t.Text)])]
}
