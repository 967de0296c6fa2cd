package schematest

import (
	"flag"
	"os"
	"strings"
	"testing"

	"switchboard/storage/schema"
)

var update = flag.Bool("update", false, "record anew what is compared with testdata/types.golden")

// Recording tells whether what is compared is recorded anew.
func Recording() bool { return *update }

// Recorded are the types whose SQL, words and filters are recorded.
func Recorded(t *testing.T) []*schema.FieldType {
	t.Helper()
	byName := map[string]*schema.FieldType{}
	for _, kind := range schema.Types() {
		byName[kind.Name] = kind
	}
	var out []*schema.FieldType
	for _, name := range []string{
		"text", "text-area", "rich-text", "email", "url", "boolean", "integer", "number", "date-time", "enum", "picklist",
		"multi-select", "lookup", "lookup-list", "phone", "address", "image", "any-object", "json",
		"date", "time", "code", "currency", "multi-picklist",
	} {
		if byName[name] == nil {
			t.Fatalf("there is no type %q any more", name)
		}
		out = append(out, byName[name])
	}
	return out
}

// Compare fails with the first line that is not what was recorded.
func Compare(t *testing.T, got string) {
	t.Helper()
	const file = "testdata/types.golden"
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	wanted, lines := strings.Split(string(want), "\n"), strings.Split(got, "\n")
	for i := range min(len(wanted), len(lines)) {
		if lines[i] != wanted[i] {
			t.Fatalf("%s:%d: got %s, want %s", file, i+1, lines[i], wanted[i])
		}
	}
	if len(wanted) != len(lines) {
		t.Fatalf("%s: got %d lines, want %d", file, len(lines), len(wanted))
	}
}
