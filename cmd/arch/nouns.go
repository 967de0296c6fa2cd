package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// engine lists the packages, and the files of rest, that serve every object
// alike. What they need to know of an object is declared on schema.Object;
// they name none.
var engine = []string{
	"hub", "hub/topic", "hub/topics", "hub/wire", "hub/link", "hub/engineio", "hub/socketio", "actors/runtime", "actors/runtime/kubernetes", "actors/records",
	"storage/access", "storage/pg", "storage/pg/pool", "storage/pg/tables", "storage/pg/people", "storage/pg/projection", "storage/pg/records", "storage/pg/commit",
	"storage/pg/effects", "storage/pg/accounts", "storage/pg/organizations", "storage/pg/indexing", "storage/pg/migrations", "storage/pg/relay", "storage/pg/retention", "storage/pg/rotation", "rest/objects.go", "rest/partial.go", "rest/repeat.go",
}

// logging are the methods whose arguments are messages.
var logging = regexp.MustCompile(`^(Debug|Info|Warn|Error|Log|With)(Context)?$`)

// noun is an api name of one word, which other texts may contain.
var noun = regexp.MustCompile(`^[a-z]+$`)

// checkNouns finds api names of objects in the engine: a string that is one,
// or that contains one of several words.
func checkNouns(tree fs.FS) ([]problem, error) {
	files := map[string]*ast.File{}
	fset := token.NewFileSet()
	err := walk(tree, func(name string) error {
		if path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		text, err := fs.ReadFile(tree, name)
		if err != nil {
			return fmt.Errorf("cannot read %s: %w", name, err)
		}
		if files[name], err = parser.ParseFile(fset, name, text, 0); err != nil {
			return fmt.Errorf("cannot parse %s: %w", name, err)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	names := objectNames(files)
	var problems []problem
	for name, file := range files {
		if !fits(path.Dir(name), engine) && !slices.Contains(engine, name) {
			continue
		}
		for _, found := range nounsOf(file, names) {
			line := fset.Position(found.at).Line
			problems = append(problems, problem{name, fmt.Sprintf("line %d names the object %s: what the engine needs to know of it stands on schema.Object", line, found.object)})
		}
	}
	return sortProblems(problems), nil
}

// named is an object that a file names, and its position.
type named struct {
	object string
	at     token.Pos
}

// nounsOf returns the objects that a file names, except in logging, imports
// and refusals.
func nounsOf(file *ast.File, names []string) []named {
	fields := map[ast.Expr]bool{} // the strings that name the field of a refusal
	var out []named
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if f, ok := n.Fun.(*ast.SelectorExpr); ok && logging.MatchString(f.Sel.Name) {
				return false
			}
			if namesField(n) {
				fields[n.Args[0]] = true
			}
		case *ast.ImportSpec:
			return false
		case *ast.BasicLit:
			if object := nounIn(n, names); object != "" && !fields[n] {
				out = append(out, named{object, n.Pos()})
			}
		}
		return true
	})
	return out
}

// namesField reports whether a call refuses the value of a field, its first
// argument.
func namesField(call *ast.CallExpr) bool {
	f, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || f.Sel.Name != "Field" || len(call.Args) == 0 {
		return false
	}
	of, ok := f.X.(*ast.Ident)
	return ok && of.Name == "fault"
}

// objectNames returns the api names of all declared objects.
func objectNames(files map[string]*ast.File) []string {
	var names []string
	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			pair, ok := n.(*ast.KeyValueExpr)
			if !ok {
				return true
			}
			key, isName := pair.Key.(*ast.Ident)
			value, isText := pair.Value.(*ast.BasicLit)
			if isName && isText && key.Name == "APIName" {
				if name, err := strconv.Unquote(value.Value); err == nil {
					names = append(names, name)
				}
			}
			return true
		})
	}
	return names
}

// nounIn returns the object that a string names, or "".
func nounIn(literal *ast.BasicLit, names []string) string {
	if literal.Kind != token.STRING {
		return ""
	}
	text, err := strconv.Unquote(literal.Value)
	if err != nil {
		return ""
	}
	for _, name := range names {
		if text == name || !noun.MatchString(name) && strings.Contains(text, name) {
			return name
		}
	}
	return ""
}
