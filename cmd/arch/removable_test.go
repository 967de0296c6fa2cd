package main

import (
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Without a feature's folder and its line in the list of features, everything
// compiles, including the tests, and the list of the others is valid. The
// UI's counterpart is `npm run removable` in ui/.
func TestAFeatureCanBeTakenAway(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the product again")
	}
	const feature = "chat"
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	list := filepath.Join(root, "actors/features/features.go")
	source, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	taken := regexp.MustCompile(`(?m)^\t+("switchboard/actors/`+feature+`"|`+feature+`\.Feature,)\n`).ReplaceAll(source, nil)
	if lines := strings.Count(string(source), "\n") - strings.Count(string(taken), "\n"); lines != 2 {
		t.Fatalf("%s names %s in %d lines, not in its import and its line of the list", list, feature, lines)
	}
	folder := t.TempDir()
	rest := filepath.Join(folder, "features.go")
	if err := os.WriteFile(rest, taken, 0o600); err != nil {
		t.Fatal(err)
	}
	// The go command reads these files in place of those of the tree; "" is a
	// deleted one.
	replace := map[string]string{list: rest}
	files, err := filepath.Glob(filepath.Join(root, "actors", feature, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		replace[file] = ""
	}
	encoded, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	overlay := filepath.Join(folder, "overlay.json")
	if err := os.WriteFile(overlay, encoded, 0o600); err != nil {
		t.Fatal(err)
	}
	run := func(arguments ...string) string {
		t.Helper()
		command := exec.CommandContext(t.Context(), "go", arguments...)
		command.Dir = root
		out, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(arguments, " "), err, out)
		}
		return string(out)
	}
	affected := dependents(run("list", "-test", "-f", `{{.ImportPath}}{{range .Deps}} {{.}}{{end}}`, "./..."), "switchboard/actors/features", "switchboard/actors/"+feature)
	if !slices.Contains(affected, "switchboard/cmd/switchboard/app") {
		t.Fatalf("the product is not among what %s affects: %v", feature, affected)
	}
	// Vet checks the types of tests too. One analyzer is enough for that.
	run(append([]string{"vet", "-bools", "-overlay", overlay}, affected...)...)
	// The others import nothing of it (TestArrowsOfTheTree), so their
	// tests are unaffected.
	run("test", "-overlay", overlay, "-vet", "off", "./actors/features")
}

// dependents returns the packages of a list that depend, with their tests, on
// any of the given ones, except the last of those: it is the one removed.
func dependents(list string, on ...string) []string {
	found := map[string]bool{}
	for line := range strings.Lines(list) {
		words := strings.Fields(line)
		if !slices.ContainsFunc(words, func(word string) bool { return slices.Contains(on, word) }) {
			continue
		}
		// A package is listed with its tests as "a [a.test]", "a_test [a.test]" and "a.test".
		name := strings.TrimSuffix(strings.TrimSuffix(words[0], ".test"), "_test")
		if name != on[len(on)-1] {
			found[name] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}
