package query_test

import (
	"os"
	"strings"
	"testing"

	"switchboard/storage/schema/schematest"
)

const hostileFile = "testdata/hostile.txt"

// hostile are texts that must be refused: blocks of lines, of which the last says how.
func hostile(t testing.TB) (texts, answers []string) {
	t.Helper()
	raw, err := os.ReadFile(hostileFile)
	if err != nil {
		t.Fatal(err)
	}
	for block := range strings.SplitSeq(strings.TrimSpace(string(raw)), "\n\n") {
		text, answer, _ := strings.Cut(block, "\n! ")
		texts, answers = append(texts, text), append(answers, answer)
	}
	return texts, answers
}

// Each hostile text is refused by the compiler with its place and reason, and so never
// comes near a database: there is nothing to run.
func TestHostileTexts(t *testing.T) {
	texts, answers := hostile(t)
	boss := reader(true)
	var now []string
	for i, text := range texts {
		text := strings.NewReplacer("␀", "\x00", "␠", "\u00a0").Replace(text)
		compiled, err := compile(boss, text)
		if err == nil {
			t.Errorf("%s\n  is taken as %s", texts[i], compiled.Body)
			continue
		}
		got := told(t, err)
		now = append(now, texts[i]+"\n! "+got)
		if got != answers[i] && !schematest.Recording() {
			t.Errorf("%s\n  is answered %s\n  not         %s", texts[i], got, answers[i])
		}
	}
	if schematest.Recording() {
		if err := os.WriteFile(hostileFile, []byte(strings.Join(now, "\n\n")+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func TestBombs(t *testing.T) {
	boss := reader(true)
	for name, text := range map[string]string{
		"a megabyte of brackets": "SELECT " + strings.Repeat("(", 1<<20) + " FROM contact",
		"brackets":               "SELECT name FROM contact WHERE " + strings.Repeat("(", 30_000) + "name = 'a'",
		"NOT":                    "SELECT name FROM contact WHERE " + strings.Repeat("NOT ", 5_000) + "do_not_call",
		"minus":                  "SELECT " + strings.Repeat("- ", 5_000) + "1 AS n FROM contact",
		"CASE":                   "SELECT " + strings.Repeat("CASE WHEN do_not_call THEN ", 200) + "1" + strings.Repeat(" END", 200) + " AS n FROM contact",
		"sub-selects":            "SELECT name FROM contact WHERE id IN " + strings.Repeat("(SELECT id FROM contact WHERE id IN ", 50) + "('a')" + strings.Repeat(")", 50),
		"sub-selects in FROM":    "SELECT name FROM " + strings.Repeat("(SELECT name FROM ", 50) + "contact" + strings.Repeat(") a", 50),
		"joins":                  "SELECT a.name FROM contact a" + strings.Repeat(" JOIN contact b ON a.id = b.id", 40),
		"conditions":             "SELECT name FROM contact WHERE name = 'a'" + strings.Repeat(" OR name = 'a'", 2_000),
		"columns":                "SELECT name" + strings.Repeat(", name", 500) + " FROM contact",
		"a list":                 "SELECT name FROM contact WHERE name IN ('a'" + strings.Repeat(",'a'", 2_000) + ")",
		"patterns":               "SELECT name FROM contact WHERE name LIKE 'a'" + strings.Repeat(" OR name LIKE 'a'", 20),
		"functions":              "SELECT " + strings.Repeat("LOWER(", 300) + "name" + strings.Repeat(")", 300) + " AS n FROM contact",
		"a name":                 "SELECT " + strings.Repeat("a", 1<<10) + " FROM contact",
		"a number":               "SELECT " + strings.Repeat("9", 1<<10) + " AS n FROM contact",
		"a path":                 "SELECT owner" + strings.Repeat(".owner", 100) + " FROM contact",
		"records behind lookups": "SELECT owner.created_by.modified_by.owner.name AS a, created_by.created_by.modified_by.owner.name AS b, modified_by.created_by.modified_by.owner.name AS c FROM contact",
		"sorting":                "SELECT name FROM contact ORDER BY name" + strings.Repeat(", name", 40),
		"a text without an end":  "SELECT name FROM contact WHERE name = '" + strings.Repeat("a", 50_000),
		"words":                  strings.Repeat("SELECT ", 9_000),
	} {
		compiled, err := compile(boss, text)
		if err == nil {
			t.Errorf("%s is taken: %.200s", name, compiled.Body)
			continue
		}
		if got := told(t, err); len(got) > 400 {
			t.Errorf("%s is answered at length: %s", name, got)
		}
	}
}
