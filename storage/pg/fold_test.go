package pg_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"unicode"

	"github.com/jackc/pgx/v5"

	"switchboard/storage/fold"
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
	rows, err := f.conn.Query(f.Context(), "SELECT core.fold(given) FROM unnest($1::text[]) WITH ORDINALITY AS x (given, n) ORDER BY n", texts)
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
	if err := f.conn.QueryRow(f.Context(), "SELECT core.fold(NULL)").Scan(&none); err != nil || none != nil {
		t.Errorf("the key of nothing is %v: %v", none, err)
	}
}
