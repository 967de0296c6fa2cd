package check_test

import (
	"slices"
	"strings"
	"testing"

	"switchboard/storage/query/check"
	"switchboard/storage/query/lex"
	"switchboard/storage/query/parse"
	"switchboard/storage/row"
	"switchboard/storage/schema"
)

// shelf is a reader of books: every field of his own, the title of all.
type shelf struct{ registry *schema.Registry }

type fields []string

func (f fields) Has(name string) bool { return slices.Contains(f, name) }

func newShelf(t *testing.T) shelf {
	t.Helper()
	registry, err := schema.NewRegistry(
		&schema.Object{APIName: "user", Title: "User", Role: schema.Person, Route: schema.RouteRule{Owner: "id"}, Fields: []*schema.Field{
			{Name: "is_active", Title: "Active", Type: schema.Boolean}, {Name: "teams", Title: "Teams", Type: schema.LookupList, Target: "team", Grants: schema.GrantsTeams},
		}},
		&schema.Object{APIName: "team", Title: "Team", Role: schema.Team, Fields: []*schema.Field{
			{Name: "members", Title: "Members", Type: schema.LookupList, Target: "user", Grants: schema.GrantsMembers},
		}},
		&schema.Object{APIName: "book", Title: "Book", Fields: []*schema.Field{
			{Name: "title", Title: "Title", Type: schema.Text}, {Name: "pages", Title: "Pages", Type: schema.Integer}, {Name: "notes", Title: "Notes", Type: schema.Text},
			{Name: "key", Title: "Key", Type: schema.Encrypted}, {Name: "shelf", Title: "Shelf", Type: schema.Text, Internal: true},
		}},
	)
	if err != nil {
		t.Fatal(err)
	}
	return shelf{registry}
}

func (s shelf) Objects() []string { return []string{"book"} }

func (s shelf) View(object string) *check.View {
	if object != "book" {
		return nil
	}
	own := fields{"id", "title", "pages", "notes", "key", "shelf", "owner"}
	return &check.View{Registry: s.registry, Object: s.registry.Object("book"), Ways: []check.Way{
		{Relation: row.Relation{Kind: schema.ToOwner}, Fields: own}, {Relation: row.Relation{Kind: schema.ToAll}, Fields: fields{"id", "title", "pages"}},
	}}
}

func TestCheck(t *testing.T) {
	reader := newShelf(t)
	for text, want := range map[string]string{
		"SELECT title, pages FROM book WHERE pages > 100 ORDER BY title": "",
		"SELECT notes FROM book":                                            "",
		"SELECT notes AS n FROM book WHERE title = 'x'":                     "",
		"SELECT notes FROM book WHERE notes = 'x'":                          "of some records only",
		"SELECT key FROM book":                                              check.UnknownField, // encrypted
		"SELECT shelf FROM book":                                            check.UnknownField, // internal
		"SELECT version FROM book":                                          check.UnknownField, // unreadable
		"SELECT title FROM user":                                            check.UnknownObject,
		"SELECT owner.name FROM book":                                       check.UnknownField, // nobody may be seen behind it
		"SELECT title FROM book WHERE pages = title":                        "can't be compared",
		"SELECT title FROM book WHERE pages LIKE '1'":                       "",
		"SELECT title FROM book HAVING COUNT(*) > 1":                        "must stand in GROUP BY",
		"SELECT title, SUM(pages) AS n FROM book GROUP BY title ORDER BY n": "",
		"SELECT SUM(title) AS n FROM book":                                  "takes numbers",
		"SELECT title FROM book b WHERE EXISTS (SELECT 1 FROM book c WHERE c.pages > b.pages)": "",
		"SELECT x.title FROM (SELECT title FROM book WHERE y.pages = 1) x":                     check.UnknownField,
	} {
		tokens, err := lex.Tokens(text, nil)
		if err != nil {
			t.Fatal(err)
		}
		tree, err := parse.Query(tokens)
		if err != nil {
			t.Fatal(err)
		}
		_, err = check.Check(tree, reader)
		if err == nil != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, not %q", text, err, want)
		}
	}
}

// What may be read of some rows only is marked, so that it is masked in the others.
func TestPartsAreMarked(t *testing.T) {
	tokens, err := lex.Tokens("SELECT * FROM book", nil)
	if err != nil {
		t.Fatal(err)
	}
	tree, err := parse.Query(tokens)
	if err != nil {
		t.Fatal(err)
	}
	q, err := check.Check(tree, newShelf(t))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, u := range q.From.Uses {
		name := u.Key
		if u.Part {
			name += "*"
		}
		got = append(got, name)
	}
	if all := strings.Join(got, " "); all != "id owner* title pages notes*" {
		t.Errorf("* is %s", all)
	}
	if rules := q.From.View.Relations("notes"); len(rules) != 1 || rules[0].Kind != schema.ToOwner {
		t.Errorf("notes are shown by %v", rules)
	}
}
