package main

import (
	"io/fs"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// The tests of this file check the real tree.

func root() fs.FS { return os.DirFS("../..") }

func report(t *testing.T, problems []problem) {
	t.Helper()
	for _, p := range problems {
		t.Error(p)
	}
}

func sources(t *testing.T) []source {
	t.Helper()
	found, err := goFiles(root())
	if err != nil {
		t.Fatal(err)
	}
	if len(found) < 20 {
		t.Fatalf("only %d Go files found: the tests look at the wrong folder", len(found))
	}
	return found
}

func TestArrowsOfTheTree(t *testing.T) { report(t, checkArrows(sources(t))) }

// The root has only the folders of the layers and their supporting files.
func TestFoldersOfTheRoot(t *testing.T) {
	entries, err := fs.ReadDir(root(), ".")
	if err != nil {
		t.Fatal(err)
	}
	layers := []string{"actors", "cmd", "deployments", "docs", "hub", "rest", "storage", "ui"}
	for _, e := range entries {
		if e.IsDir() && !strings.HasPrefix(e.Name(), ".") && !slices.Contains(foreign, e.Name()) && !slices.Contains(layers, e.Name()) {
			t.Errorf("%s is no folder of the root: there are %v", e.Name(), layers)
		}
	}
}

func TestTheEngineNamesNoObject(t *testing.T) {
	problems, err := checkNouns(root())
	if err != nil {
		t.Fatal(err)
	}
	report(t, problems)
}

func TestDocsOfTheTree(t *testing.T) { report(t, checkDocs(sources(t))) }

func TestSizesOfTheTree(t *testing.T) {
	kinds, err := measure(root())
	if err != nil {
		t.Fatal(err)
	}
	exceptions, err := readExceptions(root())
	if err != nil {
		t.Fatal(err)
	}
	report(t, checkSizes(kinds, exceptions))
}

// A library can also be imported through another library. The transitive
// dependencies that go reports must not include what the layer forbids.
func TestWholeDependencies(t *testing.T) {
	never := []struct{ packages, library string }{
		{"./rest/...", "github.com/jackc/pgx"},
		{"./hub/...", "github.com/jackc/pgx"},
		{"./actors/...", "github.com/jackc/pgx"},
		{"./rest/...", "github.com/twilio/twilio-go"},
		{"./hub/...", "github.com/twilio/twilio-go"},
		{"./rest/...", "switchboard/storage/pg"},
		{"./hub/...", "switchboard/storage/pg"},
		{"./actors/...", "switchboard/storage/pg"},
		{"./actors/...", "switchboard/hub"},
		{"./storage/...", "switchboard/actors"},
		{"./storage/...", "github.com/asynkron/protoactor-go"},
	}
	found := map[string]string{}
	for _, rule := range never {
		if _, done := found[rule.packages]; done {
			continue
		}
		cmd := exec.Command("go", "list", "-deps", rule.packages)
		cmd.Dir = "../.."
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("go list -deps %s: %v: %s", rule.packages, err, out)
		}
		found[rule.packages] = string(out)
	}
	for _, rule := range never {
		for dependency := range strings.FieldsSeq(found[rule.packages]) {
			if within(dependency, rule.library) {
				t.Errorf("%s depends on %s", rule.packages, dependency)
				break
			}
		}
	}
}

// A panic on a goroutine ends the process and every organization's work with
// it.
func TestGoroutinesOfTheTree(t *testing.T) {
	excused, err := readExcused(root())
	if err != nil {
		t.Fatal(err)
	}
	problems, err := checkGoroutines(root(), excused)
	if err != nil {
		t.Fatal(err)
	}
	report(t, problems)
}
