package main

import (
	"testing"
	"testing/fstest"
)

func TestCitationsOfTheTree(t *testing.T) {
	problems, err := checkCitations(root())
	if err != nil {
		t.Fatal(err)
	}
	report(t, problems)
}

func TestCitations(t *testing.T) {
	for line, fine := range map[string]bool{
		"// It is bounded (RFC 9110 §15.5.20).":            true,
		"// The limits are in docs/limits.md.":             true,
		"// The answer is docs/limits.md's second column.": true,
		"// See https://example.org/docs/pages.md there.":  true,
		"// What was decided in 2 steps; a specification.": true,
		"// It is bounded (architecture §4).":              false,
		"// It is bounded (Architecture (§4)).":            false,
		"// It is bounded (decision 101).":                 false,
		"// It is bounded (Decisions 3 and 4).":            false,
		"// It is bounded (D2§9).":                         false,
		"// It is bounded (§10).":                          false,
		"// It is bounded (hardening A2).":                 false,
		"// It is bounded (issue #11).":                    false,
		"// It is what the specification's table says.":    false,
		"// It is in the specified order.":                 false,
		"// It is written as style.md asks.":               false,
		"// The limits are in docs/bounds.md.":             false,
		"// The limits are in docs/limits/more.":           false,
	} {
		tree := fstest.MapFS{"docs/limits.md": {}, "hub/a.go": {Data: []byte("package hub\n\n" + line + "\n")}}
		if found := citations(t, tree); (len(found) == 0) != fine {
			t.Errorf("%s: %v", line, found)
		}
	}
}

func TestSectionsOfTheDocumentOnTheLineBefore(t *testing.T) {
	tree := fstest.MapFS{"hub/a.go": {Data: []byte("// It is bounded as RFC 9110\n// §15.5.20 says.\n")}}
	if found := citations(t, tree); len(found) != 0 {
		t.Errorf("found %v", found)
	}
}

func TestLinks(t *testing.T) {
	for link, fine := range map[string]bool{
		"[a](limits.md)":                 true,
		"[a](limits.md#what-isn_t-told)": false,
		"[a](limits.md#what-isnt-told)":  true,
		"[a](#here)":                     true,
		"[a](#there)":                    false,
		"[a](../README.md)":              true,
		"[a](../CHANGES.md)":             false,
		"[a](decisions)":                 true,
		"[a](choices)":                   false,
		"[a](https://example.org/x.md)":  true,
	} {
		tree := fstest.MapFS{
			"README.md": {}, "docs/decisions/0001.md": {},
			"docs/limits.md": {Data: []byte("# Limits\n\n## What isn't told\n")},
			"docs/page.md":   {Data: []byte("# Here\n\n" + link + "\n")},
		}
		if found := citations(t, tree); (len(found) == 0) != fine {
			t.Errorf("%s: %v", link, found)
		}
	}
}

func citations(t *testing.T, tree fstest.MapFS) []problem {
	t.Helper()
	problems, err := checkCitations(tree)
	if err != nil {
		t.Fatal(err)
	}
	return problems
}
