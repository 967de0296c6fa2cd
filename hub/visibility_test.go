package hub_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strings"
	"testing"
)

// TestVisibilityIsDecidedInOnePlace reads the code of this package: live
// delivery, reloads of permissions and recoveries ask hub/projection and
// hub/topic what an entry means, and decide nothing of it again.
func TestVisibilityIsDecidedInOnePlace(t *testing.T) {
	decides := map[string]bool{ // of storage/access and hub/topic
		"Sight": true, "SightAs": true, "Visible": true, "VisibleAs": true, "Readable": true, "StandingOf": true,
		"Project": true, "ProjectAs": true, "Concerns": true, "Revealed": true, "Own": true,
	}
	asks := map[string][]string{ // what asks, and the files that may
		"For": {"deliver.go"}, "Of": {"recover_frames.go", "rights_reload.go"}, "Outdates": {"outdated.go"},
	}
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, file := range files {
		name := file.Name()
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			continue
		}
		code, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(code, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			if fun, ok := call.Fun.(*ast.SelectorExpr); ok {
				if decides[fun.Sel.Name] {
					t.Errorf("%s calls %s: let hub/projection decide who sees what of an entry", name, fun.Sel.Name)
				}
				found[name+" "+fun.Sel.Name] = true
			}
			return true
		})
	}
	for function, users := range asks {
		for _, name := range users {
			if !found[name+" "+function] {
				t.Errorf("%s does not call %s", name, function)
			}
		}
	}
}
