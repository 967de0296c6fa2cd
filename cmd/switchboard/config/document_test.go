package config_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"switchboard/cmd/switchboard/config"
)

// The page lists every setting, and no other.
func TestTheDocumentListsEverySetting(t *testing.T) {
	text, err := os.ReadFile("../../../docs/configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	var shown, known []string
	for line := range strings.SplitSeq(string(text), "\n") {
		first, _, isRow := strings.Cut(strings.TrimPrefix(line, "| "), " | ")
		if !isRow {
			continue
		}
		for _, name := range regexp.MustCompile("`([A-Z][A-Z_]+)`").FindAllStringSubmatch(first, -1) {
			shown = append(shown, name[1])
		}
	}
	none := func(string) string { return "" }
	c, err := config.Load(none)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range c.Settings(none) {
		known = append(known, s.Name)
	}
	slices.Sort(shown)
	slices.Sort(known)
	if !slices.Equal(shown, known) {
		t.Errorf("docs/configuration.md lists %v, the settings are %v", shown, known)
	}
}
