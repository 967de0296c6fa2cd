package main

import (
	"cmp"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
)

// module is the prefix of our own import paths.
const module = "switchboard/"

// source is one Go file of the product.
type source struct {
	file    string // from the root of the tree
	imports []string
	doc     string // the package comment, if this file has one
}

func (s source) pkg() string { return path.Dir(s.file) }

// problem is one violated rule.
type problem struct{ file, text string }

func (p problem) String() string { return p.file + ": " + p.text }

// goFiles parses the imports of all Go files except tests, which may use any
// package.
func goFiles(tree fs.FS) ([]source, error) {
	var sources []source
	err := walk(tree, func(name string) error {
		if path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		text, err := fs.ReadFile(tree, name)
		if err != nil {
			return fmt.Errorf("cannot read %s: %w", name, err)
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ImportsOnly|parser.ParseComments)
		if err != nil {
			return fmt.Errorf("cannot parse %s: %w", name, err)
		}
		s := source{file: name, doc: file.Doc.Text()}
		for _, spec := range file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return fmt.Errorf("%s imports %s: %w", name, spec.Path.Value, err)
			}
			s.imports = append(s.imports, imported)
		}
		sources = append(sources, s)
		return nil
	})
	return sources, err
}

// walk visits every file of ours, in order.
func walk(tree fs.FS, visit func(name string) error) error {
	err := fs.WalkDir(tree, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if name != "." && (strings.HasPrefix(entry.Name(), ".") || slices.Contains(foreign, entry.Name()) || slices.Contains(foreign, name)) {
				return fs.SkipDir
			}
			return nil
		}
		if !entry.Type().IsRegular() {
			return nil // a symbolic link leads to a foreign file
		}
		return visit(name)
	})
	if err != nil {
		return fmt.Errorf("cannot walk the tree: %w", err)
	}
	return nil
}

// foreign folders hold third-party or generated files.
var foreign = []string{"node_modules", "testdata", "ui/dist", "ui/e2e/report", "ui/e2e/results", "bin", "tmp"}

func sortProblems(problems []problem) []problem {
	slices.SortFunc(problems, func(a, b problem) int {
		return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.text, b.text))
	})
	return problems
}
