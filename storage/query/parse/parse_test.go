package parse_test

import (
	"fmt"
	"strings"
	"testing"

	"switchboard/storage/query/ast"
	"switchboard/storage/query/lex"
	"switchboard/storage/query/parse"
)

func parsed(text string) (*ast.Select, error) {
	tokens, err := lex.Tokens(text, nil)
	if err != nil {
		return nil, err
	}
	return parse.Query(tokens)
}

// drawn is a tree as one text, each value in brackets.
func drawn(n ast.Expr) string {
	switch n := n.(type) {
	case *ast.Path:
		var parts []string
		for _, part := range n.Parts {
			parts = append(parts, part.Text)
		}
		return strings.Join(parts, ".")
	case *ast.Literal:
		return map[bool]string{true: "-", false: ""}[n.Negative] + fmt.Sprint("#", n.Slot)
	case *ast.Constant:
		if n.Value == nil {
			return "NULL"
		}
		return fmt.Sprint(*n.Value)
	case *ast.Date:
		return "days"
	case *ast.Unary:
		return "(" + n.Op + " " + drawn(n.X) + ")"
	case *ast.Binary:
		return "(" + drawn(n.L) + " " + n.Op + " " + drawn(n.R) + ")"
	case *ast.In:
		if n.Sub != nil {
			return "(" + drawn(n.X) + " in select)"
		}
		return fmt.Sprint("(", drawn(n.X), " in ", len(n.List), ")")
	case *ast.Between:
		return "(" + drawn(n.X) + " between " + drawn(n.Low) + " " + drawn(n.High) + ")"
	case *ast.Like:
		return "(" + drawn(n.X) + " like " + drawn(n.Pattern) + ")"
	case *ast.IsNull:
		return "(" + drawn(n.X) + " is null)"
	case *ast.Call:
		var args []string
		for _, arg := range n.Args {
			args = append(args, drawn(arg))
		}
		return n.Name.Text + "(" + strings.Join(args, " ") + ")"
	case *ast.Case:
		return fmt.Sprint("case", len(n.Whens))
	default:
		return fmt.Sprintf("%T", n)
	}
}

func TestWhatBindsMore(t *testing.T) {
	for text, want := range map[string]string{
		"a = 1 OR b = 2 AND NOT c = 3":          "((a = #0) OR ((b = #1) AND (NOT (c = #2))))",
		"a + b * c - d":                         "((a + (b * c)) - d)",
		"a || b = c":                            "((a || b) = c)",
		"(a OR b) AND c":                        "((a OR b) AND c)",
		"a BETWEEN 1 AND 2 AND b":               "((a between #0 #1) AND b)",
		"a NOT IN (1, -2) OR b LIKE 'x'":        "((a in 2) OR (b like #2))",
		"NOT NOT a":                             "(NOT (NOT a))",
		"a.b.c IS NOT NULL":                     "(a.b.c is null)",
		"a IS TRUE AND b.c is not false":        "((a = true) AND (b.c != false))",
		"- 1 = -a":                              "(-#0 = (- a))",
		"a <> LAST 15 MINUTES":                  "(a != days)",
		"a >= this month":                       "(a >= days)",
		"today.a = today":                       "(today.a = days)",
		"from = 'x' AND order > to":             "((from = #0) AND (order > to))",
		"not = 1":                               "(not = #0)",
		"LEFT(a, 2) = CASE WHEN b THEN 'x' END": "(LEFT(a #0) = case1)",
		"a IN (SELECT b FROM c)":                "(a in select)",
		"\"select\" = TRUE":                     "(select = true)",
		"last = next":                           "(last = next)",
	} {
		tree, err := parsed("SELECT a FROM t WHERE " + text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := drawn(tree.Where); got != want {
			t.Errorf("%s is %s, not %s", text, got, want)
		}
	}
}

// No word is reserved: its place says what it is.
func TestKeywordsAsNames(t *testing.T) {
	tree, err := parsed("select from, order, to.group, \"limit\", left as select from user as u left join order as o on u.order = o.by where from like 'x' order by order desc, from limit 5 offset 2;")
	if err != nil {
		t.Fatal(err)
	}
	if len(tree.Columns) != 5 || tree.Columns[4].As.Text != "select" || tree.From.As.Text != "u" || tree.Joins[0].To.Object.Text != "order" || len(tree.Order) != 2 || !tree.Order[0].Descending || tree.Limit.Slot != 1 || tree.Offset.Slot != 2 {
		t.Errorf("%+v", tree)
	}
	for _, word := range []string{"SELECT", "DISTINCT", "CASE", "NOT", "EXISTS", "FROM", "ORDER", "AND", "IN", "END", "UNION"} {
		for _, text := range []string{"SELECT a, %s FROM t", "SELECT a FROM t WHERE %s = 1", "SELECT a FROM t ORDER BY %s", "SELECT \"%s\" FROM \"%s\"", "SELECT t.%s FROM t", "SELECT a AS %s FROM t"} {
			text = strings.ReplaceAll(text, "%s", word)
			if _, err := parsed(text); err != nil {
				t.Errorf("%s: %v", text, err)
			}
		}
	}
}

func FuzzQuery(f *testing.F) {
	for _, seed := range []string{"SELECT a FROM b", "SELECT * FROM (SELECT a FROM b) c JOIN d ON TRUE WHERE EXISTS (SELECT 1 FROM e) GROUP BY f HAVING COUNT(*) > 1 ORDER BY g LIMIT 1", "SELECT CASE a WHEN 1 THEN 2 ELSE 3 END AS x FROM b"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		tokens, err := lex.Tokens(text, nil)
		if err != nil {
			return
		}
		if tree, err := parse.Query(tokens); err == nil && (tree == nil || len(tree.Columns) == 0) {
			t.Errorf("%q is taken as nothing", text)
		}
	})
}
