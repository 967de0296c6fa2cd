package runtimetest

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"switchboard/actors/runtime"
	"switchboard/storage/id"
	"switchboard/storage/row"
)

// Crosses checks that the commands and replies of the package under test survive
// encoding unchanged, with every field set, and that no command that its core handles
// is missing. samples are the registered types by name.
func Crosses(t *testing.T, samples map[string]any) {
	t.Helper()
	runtime.RegisterTypes(samples)
	known := map[string]bool{}
	for name, sample := range samples {
		filled := reflect.New(reflect.TypeOf(sample)).Elem()
		known[filled.Type().Name()] = true
		fill(t, filled, name, 0)
		for _, command := range []any{sample, filled.Interface()} {
			got, err := runtime.Cross(command)
			if err != nil || !reflect.DeepEqual(got, command) {
				t.Errorf("%s: %#v became %#v, %v", name, command, got, err)
			}
		}
	}
	for _, name := range decided(t) {
		if !known[name] {
			t.Errorf("%s is decided upon, but can't cross to another node: name it in the feature's Crosses", name)
		}
	}
}

// values are the possible field values of a record.
var values = row.Fields{
	"text": "ü", "flag": true, "count": int64(-3), "share": 0.5, "at": time.Date(2026, 11, 21, 8, 0, 0, 1_000_000, time.UTC),
	"json": json.RawMessage(`{"a":[1]}`), "user": id.ID("0192f0c1-0000-7000-8000-000000000001"), "users": []id.ID{"a", "b"},
	"words": []string{"x"}, "none": nil,
}

// maxDepth bounds the depth to which recursive types are filled.
const maxDepth = 6

// fill sets everything that can be set to a non-zero value.
func fill(t *testing.T, v reflect.Value, path string, depth int) {
	t.Helper()
	switch v.Type() {
	case reflect.TypeFor[row.Fields]():
		v.Set(reflect.ValueOf(values))
		return
	case reflect.TypeFor[time.Time]():
		v.Set(reflect.ValueOf(values["at"]))
		return
	case reflect.TypeFor[json.RawMessage]():
		v.Set(reflect.ValueOf(values["json"]))
		return
	}
	if depth > maxDepth {
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.String:
		v.SetString(path)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(len(path)))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(len(path)))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(0.25)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(t, v.Elem(), path, depth+1)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			fill(t, v.Index(i), path, depth+1)
		}
	case reflect.Map:
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(t, key, path, depth+1)
		fill(t, value, path, depth+1)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, value)
	case reflect.Struct:
		for i := range v.NumField() {
			field := v.Type().Field(i)
			if !field.IsExported() {
				t.Errorf("%s.%s is not exported and would not cross", path, field.Name)
				continue
			}
			fill(t, v.Field(i), path+"."+field.Name, depth+1)
		}
	default:
		t.Errorf("%s has a %s, which can't cross", path, v.Kind())
	}
}

// decided lists the command types that the package's code switches on.
func decided(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("the package's files: %v, %v", files, err)
	}
	var names []string
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			if s, ok := n.(*ast.TypeSwitchStmt); ok && onCommand(s) {
				for _, clause := range s.Body.List {
					for _, kind := range clause.(*ast.CaseClause).List { //nolint:forcetypeassert // a switch's clauses
						if ident, ok := kind.(*ast.Ident); ok && ident.IsExported() {
							names = append(names, ident.Name)
						}
					}
				}
			}
			return true
		})
	}
	if len(names) == 0 {
		t.Error("no switch over the type of a command was found")
	}
	return names
}

// onCommand reports whether a type switch is over a variable named command.
func onCommand(s *ast.TypeSwitchStmt) bool {
	found := false
	ast.Inspect(s.Assign, func(n ast.Node) bool {
		if a, ok := n.(*ast.TypeAssertExpr); ok {
			ident, ok := a.X.(*ast.Ident)
			found = found || ok && ident.Name == "command"
		}
		return true
	})
	return found
}
