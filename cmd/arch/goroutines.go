package main

import (
	"bufio"
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"strings"
)

// goroutinesFile lists the goroutines that need no guard, each with the
// reason.
const goroutinesFile = "cmd/arch/goroutines.txt"

// guarding are the methods under which work may panic (storage/panics, and
// the link's timers).
var guarding = map[string]bool{"Round": true, "Keep": true, "after": true}

// tools are programs with a process of their own, like the test packages,
// whose names end in test.
var tools = []string{"cmd/hubbench/…", "cmd/conformance/…", "cmd/nodebench", "cmd/bulkbench", "cmd/tenantbench", "cmd/phonebench"}

// functions are a package's functions by name; methods of several types may
// share one.
type functions map[string][]*ast.FuncDecl

// checkGoroutines finds goroutines and timers in which a panic would end the
// process: their function neither recovers nor begins with a guard's method.
// The key of excused is the file and the function that starts them.
func checkGoroutines(tree fs.FS, excused map[string]bool) ([]problem, error) {
	packages := map[string]functions{}
	files := map[string]*ast.File{}
	err := walk(tree, func(name string) error {
		if path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") || fits(path.Dir(name), tools) || strings.HasSuffix(path.Dir(name), "test") {
			return nil
		}
		text, err := fs.ReadFile(tree, name)
		if err != nil {
			return fmt.Errorf("cannot read %s: %w", name, err)
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, text, 0)
		if err != nil {
			return fmt.Errorf("cannot parse %s: %w", name, err)
		}
		files[name] = file
		in := packages[path.Dir(name)]
		if in == nil {
			in = functions{}
			packages[path.Dir(name)] = in
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil {
				in[f.Name.Name] = append(in[f.Name.Name], f)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	var problems []problem
	used := map[string]bool{}
	for name, file := range files {
		in := packages[path.Dir(name)]
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Body == nil || !in.startsUnguarded(f) {
				continue
			}
			at := name + " " + f.Name.Name
			if used[at] = true; !excused[at] {
				problems = append(problems, problem{name, f.Name.Name + " starts a goroutine or timer in which a panic would end the process: run it under a guard, or name it in " + goroutinesFile})
			}
		}
	}
	for at := range excused {
		if !used[at] {
			problems = append(problems, problem{goroutinesFile, at + " needs no excuse any more"})
		}
	}
	return sortProblems(problems), nil
}

// startsUnguarded reports whether a function starts something without a
// guard.
func (in functions) startsUnguarded(f *ast.FuncDecl) (found bool) {
	ast.Inspect(f.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			found = found || !in.guarded(n.Call.Fun)
		case *ast.CallExpr:
			switch s, _ := n.Fun.(*ast.SelectorExpr); {
			case s == nil:
			case s.Sel.Name == "Go" && len(n.Args) == 1:
				found = found || !in.guarded(n.Args[0])
			case s.Sel.Name == "AfterFunc" && len(n.Args) == 2:
				found = found || !in.guarded(n.Args[1])
			}
		}
		return true
	})
	return found
}

// guarded reports whether the started function recovers from panics. It may
// be a function of this package or a literal.
func (in functions) guarded(run ast.Expr) bool {
	switch run := run.(type) {
	case *ast.FuncLit:
		return in.recovers(run.Body)
	case *ast.Ident:
		return in.all(run.Name)
	case *ast.SelectorExpr:
		return in.all(run.Sel.Name)
	}
	return false
}

func (in functions) all(name string) bool {
	for _, f := range in[name] {
		if !in.recovers(f.Body) {
			return false
		}
	}
	return len(in[name]) > 0
}

// recovers reports whether a body defers a recover, or consists only of calls
// under a guard.
func (in functions) recovers(body *ast.BlockStmt) bool {
	guards := len(body.List) > 0
	for _, s := range body.List {
		if d, ok := s.(*ast.DeferStmt); ok && in.recovering(d.Call.Fun) {
			return true
		}
		e, ok := s.(*ast.ExprStmt)
		if !ok {
			guards = false
			continue
		}
		call, ok := e.X.(*ast.CallExpr)
		if !ok {
			guards = false
			continue
		}
		s, ok := call.Fun.(*ast.SelectorExpr)
		guards = guards && ok && (guarding[s.Sel.Name] || in.all(s.Sel.Name))
	}
	return guards
}

// recovering reports whether a deferred function calls recover.
func (in functions) recovering(deferred ast.Expr) bool {
	calls := func(body ast.Node) (found bool) {
		ast.Inspect(body, func(n ast.Node) bool {
			if c, ok := n.(*ast.CallExpr); ok {
				f, _ := c.Fun.(*ast.Ident)
				found = found || f != nil && f.Name == "recover"
			}
			return true
		})
		return found
	}
	switch deferred := deferred.(type) {
	case *ast.FuncLit:
		return calls(deferred.Body)
	case *ast.SelectorExpr:
		for _, f := range in[deferred.Sel.Name] {
			if calls(f.Body) {
				return true
			}
		}
	}
	return false
}

// readExcused reads goroutinesFile: file, function, reason.
func readExcused(tree fs.FS) (map[string]bool, error) {
	text, err := fs.ReadFile(tree, goroutinesFile)
	if err != nil {
		return nil, fmt.Errorf("cannot read the exceptions: %w", err)
	}
	excused := map[string]bool{}
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		parts := strings.SplitN(line, " ", 3)
		if len(parts) < 3 {
			return nil, fmt.Errorf("%s: %q needs a file, a function and a reason", goroutinesFile, line)
		}
		excused[parts[0]+" "+parts[1]] = true
	}
	return excused, nil
}
