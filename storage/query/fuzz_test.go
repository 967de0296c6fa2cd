package query_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"switchboard/storage/query"
	"switchboard/storage/query/bind"
	"switchboard/storage/query/lex"
)

var (
	constants = regexp.MustCompile(`'[^']*'`)
	quoted    = regexp.MustCompile(`"[^"]*"`)
	words     = regexp.MustCompile(`[A-Za-z_][A-Za-z_0-9]*`)
)

// written are all words that the compiler writes by itself.
var written = strings.Fields(`SELECT DISTINCT FROM WHERE AND OR NOT IS NULL IN AS ON JOIN LEFT RIGHT GROUP BY HAVING ORDER DESC LAST NULLS LIMIT OFFSET CASE WHEN THEN ELSE END EXISTS ANY ARRAY LIKE TRUE
	true false text bigint uuid boolean double precision numeric timestamp with time zone date without jsonb interval int float8 AT TIME ZONE
	lower upper btrim char_length left right substr greatest least coalesce nullif concat abs ceil floor round mod extract epoch from year quarter month day hour minute isodow date_trunc
	count sum avg min max array_to_string search fold COLLATE words all owner team member candidate shared team_shared t d q`)

// sound checks what always holds of what comes out: one SELECT over the registry's names,
// in which nothing of the author's stands.
func sound(t *testing.T, text string, c *query.Compiled) {
	t.Helper()
	soundText(t, text, c.Page(""))
	if c.Singly() {
		soundText(t, text, c.DeepPage(""))
	}
	if len(c.Args) != len(c.Params) {
		t.Errorf("%q has %d arguments for %d parameters", text, len(c.Args), len(c.Params))
	}
}

func soundText(t *testing.T, text, whole string) {
	t.Helper()
	for _, constant := range constants.FindAllString(whole, -1) {
		if inner := strings.Trim(constant, "'"); inner != " " && !slices.Contains(members, inner) {
			t.Errorf("%q becomes %s, with the constant %s", text, whole, constant)
		}
	}
	rest := quoted.ReplaceAllString(constants.ReplaceAllString(whole, ""), "")
	for _, word := range words.FindAllString(rest, -1) {
		numbered := strings.TrimLeft(word[1:], "0123456789") == "" && strings.ContainsAny(word[:1], "cs")
		if !numbered && !slices.Contains(written, word) {
			t.Errorf("%q becomes %s, with the word %s", text, whole, word)
		}
	}
	if strings.ContainsAny(rest, ";\\") || strings.Contains(rest, "--") || strings.Contains(rest, "/*") || !strings.HasPrefix(whole, "SELECT ") {
		t.Errorf("%q becomes %s", text, whole)
	}
}

// members are the keys that types declare, which stand in the text to find an index.
var members = func() (out []string) {
	for _, o := range reader(true).Registry().Objects() {
		for _, f := range o.Fields {
			out = append(out, f.Type.Members...)
		}
	}
	return out
}()

// other writes a text with other literals of the same kind.
func other(text string) string {
	tokens, err := lex.Tokens(text, nil)
	if err != nil {
		return text
	}
	var out strings.Builder
	at := 0
	for _, token := range tokens {
		out.WriteString(text[at:token.At])
		at = token.To
		switch {
		case token.Kind == lex.String && len(token.Text) < 8:
			out.WriteString("'" + strings.ReplaceAll(token.Text, "'", "''") + "~'")
		default:
			out.WriteString(text[token.At:token.To])
		}
	}
	return out.String()
}

// FuzzCompile holds any text to what always holds, for people of different rights. Its seeds
// are run with the other tests.
func FuzzCompile(f *testing.F) {
	texts, _ := hostile(f)
	for _, text := range texts {
		f.Add(text)
	}
	for _, q := range typical {
		f.Add(q.text)
	}
	for _, clause := range clauses {
		f.Add(strings.ReplaceAll(clause, "%s", "email"))
	}
	readers := []interface {
		query.Reader
	}{reader(true), reader(false)}
	tables := drawn{reader(true).Registry()}
	f.Fuzz(func(t *testing.T, text string) {
		for _, p := range readers {
			c, err := query.NewCompiler().Compile(text, p, tables, noon)
			if err != nil {
				told(t, err)
				continue
			}
			sound(t, text, c)
			// The literals are no part of what is compiled.
			if again, err := query.NewCompiler().Compile(other(text), p, tables, noon); err == nil && again.Body+again.Order != c.Body+c.Order {
				t.Errorf("%q becomes %s\n  and with other literals %s", text, c.Body+c.Order, again.Body+again.Order)
			}
		}
	})
}

// FuzzFilter holds the rows of any filter to the same, and to values of their own.
func FuzzFilter(f *testing.F) {
	for _, field := range []string{"name", "phone", "owner", "owner.name", "contact.owner.name", "tags", "created_date", "version", "id", "address.city", "settings.x", `a" OR "b`} {
		for _, value := range []string{`"a'; --"`, `["a","TODAY"]`, `7`, `true`, `null`, `{"id":"` + string(somebody) + `"}`, `"last 7 days"`} {
			f.Add("contact", field, "=", value)
			f.Add("call", field, "in", value)
			f.Add("user", field, "like", value)
		}
	}
	readers := []query.Reader{reader(true), reader(false)}
	tables := drawn{reader(true).Registry()}
	c := query.NewCompiler()
	f.Fuzz(func(t *testing.T, object, field, operator, value string) {
		rows := []query.FilterRow{filterRow(field, operator, value), filterRow("id", "IS NOT NULL", "")}
		for _, p := range readers {
			filter, err := c.Filter(query.FilterRequest{Object: object, Rows: rows, Reader: p, Clock: noon})
			if err != nil {
				continue
			}
			joins, where, args, err := filter.Write(tables, 3)
			if err != nil {
				t.Fatal(err)
			}
			whole := &query.Statement{Body: "SELECT FROM t" + joins + " WHERE " + where, Params: make([]*bind.Value, len(args))}
			sound(t, field+" "+operator+" "+value, &query.Compiled{Statement: whole, Args: args})
			if n := len(args); strings.Contains(where, fmt.Sprintf("$%d", n+4)) || n > 0 && !strings.Contains(joins+where, fmt.Sprintf("$%d", n+3)) {
				t.Errorf("%s %s %s has %d arguments in %s%s", field, operator, value, n, joins, where)
			}
		}
	})
}

// A shape is kept without its literals: the next text has its own.
func TestShapes(t *testing.T) {
	c, boss := query.NewCompiler(), reader(true)
	tables := drawn{boss.Registry()}
	for _, pair := range [][2]string{
		{"SELECT name FROM contact WHERE name = 'a' LIMIT 5", "SELECT name FROM contact  WHERE name = 'b'\nLIMIT 6"},
		{"SELECT name FROM call WHERE duration > 5 AND status = 'ringing'", "SELECT name FROM call WHERE duration > 7 AND status = 'completed'"},
		{"SELECT name FROM contact WHERE created_date = LAST 5 DAYS", "SELECT name FROM contact WHERE created_date = LAST 6 DAYS"},
	} {
		a, err := c.Compile(pair[0], boss, tables, noon)
		if err != nil {
			t.Fatal(err)
		}
		b, err := c.Compile(pair[1], boss, tables, noon)
		if err != nil || a.Statement != b.Statement {
			t.Errorf("%s and %s are two shapes: %v", pair[0], pair[1], err)
			continue
		}
		if slices.Equal(a.Args, b.Args) {
			t.Errorf("%s has the arguments of %s: %v", pair[1], pair[0], b.Args)
		}
	}
	// What is wrong with a literal is told at its place, whatever text the shape came of.
	_, err := c.Compile("SELECT name FROM call WHERE duration > 5\n   AND status = 'rung'", boss, tables, noon)
	if got := told(t, err); !strings.HasPrefix(got, `2:17 "'rung'"`) {
		t.Error(got)
	}
	// Equal literals are one value to groups, others are not.
	if _, err = c.Compile("SELECT COALESCE(name, 'x') AS n FROM contact GROUP BY COALESCE(name, 'x')", boss, tables, noon); err != nil {
		t.Error(err)
	}
	if _, err = c.Compile("SELECT COALESCE(name, 'x') AS n FROM contact GROUP BY COALESCE(name, 'y')", boss, tables, noon); err == nil {
		t.Error("two literals are taken for one")
	}
	// Other rights are another shape.
	if a, err := c.Compile("SELECT name, email FROM user", reader(false), tables, noon); err != nil || !strings.Contains(a.Body, "CASE WHEN") {
		t.Error(a, err)
	}
	if a, err := c.Compile("SELECT name, email FROM user", boss, tables, noon); err != nil || strings.Contains(a.Body, "CASE WHEN") {
		t.Error(a, err)
	}
}
