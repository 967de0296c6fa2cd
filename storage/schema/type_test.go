package schema_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"switchboard/storage/schema"
)

// A type that lacks a part is named here with the part.
func TestEveryTypeIsWhole(t *testing.T) {
	declared, described := "", map[string]string{}
	for _, kind := range schema.Types() {
		declared += kind.Interface
	}
	for _, kind := range schema.Types() {
		lacks := func(missing bool, part string) {
			if missing {
				t.Errorf("%s lacks %s", kind, part)
			}
		}
		f := field(kind)
		lacks(!regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`).MatchString(kind.Name), "a name of small letters")
		file := "type_" + strings.ReplaceAll(kind.Name, "-", "_") + ".go"
		_, err := os.Stat(file)
		lacks(err != nil, "a file "+file)
		lacks(!slices.Contains([]string{"string", "boolean", "integer", "number", "array", "object"}, kind.JSONType), "a type of JSON")
		property := kind.JSONType + " " + kind.Format
		lacks(described[property] != "", "a description of its own: "+described[property]+" has the same")
		described[property] = kind.Name
		if kind.TypeScript == nil || kind.Check == nil || kind.Wire == nil || kind.Column == nil {
			t.Errorf("%s lacks its TypeScript, Check, Wire or Column", kind)
			continue
		}
		for _, name := range regexp.MustCompile(`\b[A-Z]\w+`).FindAllString(kind.TypeScript(&schema.Field{}), -1) {
			lacks(!strings.Contains(declared, "interface "+name+" "), "the interface "+name)
		}
		value, err := schema.Check(f, json.RawMessage(kind.Example))
		lacks(kind.Example == "" || err != nil || value == nil, "an example that it takes")
		lacks(kind.Column.SQL == "" || kind.Column.Normal == nil || kind.Column.Method == "", "an SQL type, a Normal or an index method")
		lacks(kind.Column.Class == schema.NoClass, "a class")
		held, err := kind.Column.Normal(f, value)
		lacks(!kind.Sealed && (err != nil || held == nil), "a Normal that takes what Check gives")
		lacks(kind.Sealed && (err == nil || kind.Sort+kind.Search != ""), "a Normal that refuses what is not sealed, and compares it")
		for part, expression := range map[string]string{"Index": kind.Index, "Sort": kind.Sort, "Size": kind.Size, "Searched": kind.Column.Searched} {
			lacks(expression != "" && strings.Count(expression, "%s") != 1 || part == "Index" && (expression == "") != kind.Sealed, "a column in its "+part)
		}
		lacks(kind.Main != "" && !slices.Contains(kind.Members, kind.Main), "its Main among the Members")
		lacks((kind.References == nil) != (kind.HideNames == nil), "one of References and HideNames, which come together")
		lacks((kind.Targeted || kind.ByName) && kind.References == nil, "References")
		lacks(kind.Column.Element != nil && (kind.Compared == nil || kind.Compared.Column != kind.Column.Element), "Compared for its elements")
	}
	if files, _ := filepath.Glob("type_*.go"); len(files) != len(schema.Types())+len([]string{"type_id.go", "type_test.go"}) {
		t.Errorf("%d files for %d types: %v", len(files), len(schema.Types()), files)
	}
}

// Nothing outside of the types' own files branches on which type a field has.
func TestNobodyBranchesOnTypes(t *testing.T) {
	files, _ := filepath.Glob("type_*.go")
	var names []string
	for _, file := range files {
		text, _ := os.ReadFile(file)
		for _, found := range regexp.MustCompile(`(?m)^var (\w+) = declare\(`).FindAllSubmatch(text, -1) {
			names = append(names, string(found[1]))
		}
	}
	if len(names) != len(schema.Types()) {
		t.Errorf("%d types are declared as variables of their own: %v", len(names), names)
	}
	branch := regexp.MustCompile(`(==|!=|case) (schema\.)?(` + strings.Join(names, "|") + `)\b`)
	for _, folder := range []string{"storage", "actors", "rest", "hub", "cmd"} {
		err := filepath.WalkDir(filepath.Join("../..", folder), func(path string, entry os.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := os.ReadFile(path)
			name := strings.TrimPrefix(filepath.ToSlash(path), "../../")
			if found := branch.Find(text); found != nil {
				t.Errorf("%s asks which type a field has: %s", name, found)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
