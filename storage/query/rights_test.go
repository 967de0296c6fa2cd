package query_test

import (
	"fmt"
	"strings"
	"testing"

	"switchboard/storage/access"
)

// clauses are all places where a field can stand.
var clauses = []string{
	"SELECT %s FROM contact", "SELECT contact.%s FROM contact", "SELECT c.%s AS a FROM contact c", "SELECT LOWER(%s) AS a FROM contact",
	"SELECT name FROM contact WHERE %s = 'x'", "SELECT name FROM contact WHERE 'x' = %s", "SELECT name FROM contact WHERE %s IS NULL",
	"SELECT name FROM contact WHERE %s LIKE 'x'", "SELECT name FROM contact WHERE %s IN ('a', 'b')", "SELECT name FROM contact WHERE %s BETWEEN 'a' AND 'b'",
	"SELECT name FROM contact WHERE NOT (name = 'x' AND %s = 'x')", "SELECT name FROM contact WHERE COALESCE(name, %s) = 'x'",
	"SELECT name FROM contact ORDER BY %s", "SELECT name FROM contact ORDER BY LOWER(%s) DESC",
	"SELECT COUNT(*) AS n FROM contact GROUP BY %s", "SELECT MAX(%s) AS n FROM contact", "SELECT COUNT(DISTINCT %s) AS n FROM contact",
	"SELECT name FROM contact GROUP BY name HAVING MIN(%s) > 'a'", "SELECT name FROM contact GROUP BY name ORDER BY MAX(%s)",
	"SELECT DISTINCT %s FROM contact", "SELECT CASE WHEN %s = 'x' THEN 1 ELSE 2 END AS n FROM contact", "SELECT CASE %s WHEN 'x' THEN 1 END AS n FROM contact",
	"SELECT a.name FROM contact a JOIN contact b ON a.name = b.%s", "SELECT a.name FROM contact a LEFT JOIN contact b ON a.%s = b.name",
	"SELECT name FROM contact WHERE name IN (SELECT %s FROM contact)", "SELECT name FROM contact c WHERE EXISTS (SELECT 1 FROM contact d WHERE d.%s = c.name)",
	"SELECT x.a FROM (SELECT %s AS a FROM contact) x", "SELECT x.name FROM (SELECT name FROM contact WHERE %s = 'a') x",
	"SELECT name FROM call WHERE contact.%s = 'x'", "SELECT call.contact.%s FROM call", "SELECT name FROM call ORDER BY contact.%s",
}

// An unreadable field is refused like one that there is not, wherever it stands: the same
// place, words and nearest name.
func TestAnUnreadableFieldIsAbsent(t *testing.T) {
	p := reader(false, access.PermissionSet{
		Objects: map[string]access.ObjectPermission{"contact": {Read: true}, "call": {Read: true}},
		Fields:  map[string]map[string]access.FieldPermission{"contact": {"name": {Read: true}}},
	})
	for _, clause := range clauses {
		_, hidden := compile(p, fmt.Sprintf(clause, "email"))
		_, absent := compile(p, fmt.Sprintf(clause, "emial"))
		if hidden == nil || absent == nil {
			t.Errorf("%s: %v, %v", clause, hidden, absent)
			continue
		}
		got, want := strings.ReplaceAll(told(t, hidden), "email", "emial"), told(t, absent)
		if got != want || !strings.Contains(want, "Unknown or unreadable field") {
			t.Errorf("%s\n  unreadable %s\n  absent     %s", clause, got, want)
		}
		if _, err := compile(reader(true), fmt.Sprintf(clause, "email")); err != nil {
			t.Errorf("%s: who may read it is refused: %v", clause, err)
		}
	}
	for _, clause := range []string{
		"SELECT * FROM %s", "SELECT contact.name FROM contact JOIN %s x ON true", "SELECT name FROM contact WHERE id IN (SELECT id FROM %s)",
		"SELECT a.id FROM (SELECT id FROM %s) a", "SELECT name FROM contact WHERE EXISTS (SELECT 1 FROM %s)",
	} {
		_, hidden := compile(p, fmt.Sprintf(clause, "report"))
		_, absent := compile(p, fmt.Sprintf(clause, "rebort"))
		if got, want := strings.ReplaceAll(told(t, hidden), "report", "rebort"), told(t, absent); got != want || !strings.Contains(want, "Unknown or unreadable object") {
			t.Errorf("%s\n  unreadable %s\n  absent     %s", clause, got, want)
		}
	}
}

// What stands behind a lookup is read by its own right, and so is its name.
func TestEachHopNeedsItsOwnRight(t *testing.T) {
	p := reader(false, access.PermissionSet{Objects: map[string]access.ObjectPermission{"note": {Read: true}, "call": {Read: true}}})
	for text, want := range map[string]string{
		"SELECT owner.name FROM note":                   "",
		"SELECT name FROM note ORDER BY owner":          "",
		"SELECT owner.email FROM note":                  "",
		"SELECT name FROM note WHERE owner.email = 'x'": `1:35 "email" You may read Email of some records only: it can be shown, and not searched, sorted, grouped or computed with.`,
		"SELECT contact.name FROM call":                 `1:16 "name" Unknown or unreadable field`,
		"SELECT sid FROM call ORDER BY contact":         `1:31 "contact" Unknown or unreadable field`,
		"SELECT contact FROM call":                      "",
	} {
		_, err := compile(p, text)
		got := ""
		if err != nil {
			got = told(t, err)
		}
		if got != want {
			t.Errorf("%s: %q, not %q", text, got, want)
		}
	}
}

// Every table is read through the row rule of its reader, wherever it stands.
func TestRightsStandInEverySource(t *testing.T) {
	sets := access.PermissionSet{
		Objects: map[string]access.ObjectPermission{"contact": {Read: true}, "call": {Read: true}},
		Scopes:  map[string]access.Scope{"contact": access.ScopeOwn, "call": access.ScopeOwn},
	}
	p := reader(false, sets)
	for _, text := range []string{
		"SELECT * FROM contact", "SELECT contact.name FROM contact LEFT JOIN call ON call.contact = contact.id",
		"SELECT contact.name FROM call RIGHT JOIN contact ON call.contact = contact.id WHERE call.id IS NULL",
		"SELECT name FROM contact WHERE id IN (SELECT contact FROM call)", "SELECT name FROM contact c WHERE NOT EXISTS (SELECT 1 FROM call WHERE call.contact = c.id)",
		"SELECT contact.company FROM call", "SELECT sid FROM call ORDER BY contact.company", "SELECT x.n FROM (SELECT COUNT(*) AS n FROM call) x",
	} {
		compiled, err := compile(p, text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		whole := compiled.Body + compiled.Order
		tables, rules := strings.Count(whole, `"org".`), strings.Count(whole, `t."deleted_date" IS NULL AND (`)
		if tables == 0 || tables != rules || strings.Contains(whole, "AND (true)") {
			t.Errorf("%s: %d tables, %d rules: %s", text, tables, rules, whole)
		}
	}
}

// A field that may be read in some rows only is shown in those, and tells nothing of the
// others by what it sorts, filters or groups.
func TestAFieldOfSomeRows(t *testing.T) {
	p := reader(false)
	compiled, err := compile(p, "SELECT name, email FROM user")
	if err != nil || !strings.Contains(compiled.Body, `CASE WHEN (owner($1)) THEN t."email" END AS "email"`) {
		t.Errorf("%v %v", compiled, err)
	}
	for _, clause := range []string{
		"SELECT name FROM user WHERE email = 'x'", "SELECT name FROM user ORDER BY email", "SELECT COUNT(*) AS n FROM user GROUP BY email", "SELECT email FROM user ORDER BY email",
		"SELECT MAX(email) AS m FROM user", "SELECT LOWER(email) AS m FROM user", "SELECT email AS e FROM user ORDER BY e",
	} {
		_, err := compile(p, clause)
		if err == nil || !strings.Contains(told(t, err), "of some records only") {
			t.Errorf("%s: %v", clause, err)
		}
	}
	if compiled, err = compile(p, "SELECT x.e FROM (SELECT email AS e FROM user) x WHERE x.e IS NOT NULL"); err != nil || !strings.Contains(compiled.Body, "CASE WHEN") {
		t.Errorf("%v %v", compiled, err)
	}
}
