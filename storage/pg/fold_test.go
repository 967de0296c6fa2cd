package pg_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"unicode"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/entry"
	"switchboard/storage/fault"
	"switchboard/storage/fold"
	"switchboard/storage/row"
)

// The database folds texts as the server and the browser do.
func TestTheDatabaseFoldsAsTheServerDoes(t *testing.T) {
	f := newFixture(t)
	raw, err := os.ReadFile("../fold/testdata/folded.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct{ Text, Key string }
	if err := json.Unmarshal(raw, &cases); err != nil || len(cases) == 0 {
		t.Fatal(err)
	}
	var texts []string
	for _, c := range cases {
		texts = append(texts, c.Text)
	}
	// Each character that the server's Unicode knows, beside others.
	for r := rune(' '); r <= unicode.MaxRune; r++ {
		if unicode.IsGraphic(r) || unicode.Is(unicode.Cf, r) {
			texts = append(texts, "Á"+string(r)+"Q")
		}
	}
	rows, err := f.conn.Query(f.Context(), "SELECT search.fold(given) FROM unnest($1::text[]) WITH ORDINALITY AS x (given, n) ORDER BY n", texts)
	if err != nil {
		t.Fatal(err)
	}
	keys, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	var wrong []string
	for i, key := range keys {
		if i < len(cases) && key != cases[i].Key {
			t.Errorf("%+q has the key %+q, not %+q", texts[i], key, cases[i].Key)
		}
		if want := fold.Key(texts[i]); key != want {
			wrong = append(wrong, texts[i])
		}
	}
	// A server of another version of Unicode may lack a few of the newest.
	if len(wrong) > len(keys)/1_000 {
		t.Errorf("the database folds %d of %d otherwise: %+q", len(wrong), len(keys), strings.Join(wrong[:min(len(wrong), 50)], " "))
	}
	var none *string
	if err := f.conn.QueryRow(f.Context(), "SELECT search.fold(NULL)").Scan(&none); err != nil || none != nil {
		t.Errorf("the key of nothing is %v: %v", none, err)
	}
}

// validIndexes are those of an organization's table, by name.
func (f *fixture) validIndexes(table string) map[string]bool {
	f.Helper()
	rows, err := f.conn.Query(f.Context(), `SELECT c.relname::text FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
		WHERE i.indrelid = to_regclass($1) AND i.indisvalid`, "org_"+f.org.Compact()+"."+table)
	if err != nil {
		f.Fatal(err)
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		f.Fatal(err)
	}
	out := map[string]bool{}
	for _, name := range names {
		out[name] = true
	}
	return out
}

// An organization of an earlier release, whose indexes compare texts as they are, has those of
// keys instead. A unique text that two records have in another case stays unique as it is until
// one of them is changed.
func TestIndexesOfTextsBecomeThoseOfKeys(t *testing.T) {
	f := newFixture(t)
	here := "org_" + f.org.Compact()
	f.grow("contact")
	f.used("note")
	f.used("permission")
	if _, err := f.conn.Exec(t.Context(), `CREATE INDEX contact_search_trgm ON `+here+`.contact USING gin (name gin_trgm_ops) WHERE deleted_date IS NULL;
		CREATE INDEX note_search_trgm ON `+here+`.note USING gin (name gin_trgm_ops) WHERE deleted_date IS NULL;
		DROP INDEX `+here+`.permission_name_key_folded;
		CREATE UNIQUE INDEX permission_name_key ON `+here+`.permission (name) WHERE deleted_date IS NULL AND name <> ''`); err != nil {
		t.Fatal(err)
	}
	made := f.create("permission", row.Fields{"name": "José"})
	f.create("permission", row.Fields{"name": "JOSE"})
	upgrade := func() {
		t.Helper()
		f.otherRegistry(f.org)
		if err := f.Migrate(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	upgrade()
	if has := f.validIndexes("contact"); has["contact_search_trgm"] || !has["contact_search_keys"] {
		t.Errorf("contacts have %v", has)
	}
	if has := f.validIndexes("note"); has["note_search_trgm"] || has["note_search_keys"] {
		t.Errorf("few notes have %v", has)
	}
	if has := f.validIndexes("permission"); !has["permission_name_key"] || has["permission_name_key_folded"] {
		t.Errorf("permissions of the same key have %v", has)
	}
	name := func(text string) error {
		_, err := f.Commit(t.Context(), f.change(row.Write{Object: "permission", Op: entry.Created, Set: row.Fields{"name": text}}))
		return err
	}
	if e := fault.From(name("José")); e == nil || e.Code != fault.Conflict || e.Fields["name"] == nil {
		t.Errorf("the exact text: %v", e)
	}
	f.update(made, row.Fields{"name": "Maria"})
	upgrade()
	if has := f.validIndexes("permission"); has["permission_name_key"] || !has["permission_name_key_folded"] {
		t.Errorf("permissions of different keys have %v", has)
	}
	if e := fault.From(name("josé")); e == nil || e.Code != fault.Conflict || e.Fields["name"] == nil {
		t.Errorf("the same key: %v", e)
	}
}
