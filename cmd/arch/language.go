package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// languageFile holds the allowance of each folder: how much of each kind its text may
// still have. A folder that is not named may have none.
const languageFile = "cmd/arch/language.txt"

// maxSentence bounds a sentence of a document in words, maxSubject a commit's subject in
// characters.
const maxSentence, maxSubject = 35, 72

// faults counts what a folder's text has of each kind.
type faults struct{ pronouns, coined, long int }

var (
	pronouns = regexp.MustCompile(`(?i)\b(he|him|his|himself|she|her|hers|herself|whoever|whom|whomever)\b`)
	// coined are words that stand for one of the field's own terms. Words that are right
	// somewhere else, such as a bottom sheet or a door, are left out.
	coined = regexp.MustCompile(`(?i)\b(anew|beside|crowd|fleeting|foretold|hindrances?|lately|likewise|meanwhile|misdeeds?|` +
		`patience|tells|telling|told|(in|into|out of|came into|left his) sight|carry out|carries out|carried out)\b`)
	// single is a text of one word: a name on the wire, in the database or of a metric.
	single    = regexp.MustCompile(`"[a-z0-9_.:]+"`)
	camel     = regexp.MustCompile(`([a-z0-9]|\b[A-Z])([A-Z])`)
	spelled   = []string{".go", ".ts", ".tsx", ".md"}
	code      = regexp.MustCompile("(?s)```.*?```|`[^`\n]*`")
	address   = regexp.MustCompile(`\]\([^)]*\)`)
	paragraph = regexp.MustCompile(`\n\s*\n|\n\s*([-*#>]|\d+\.)\s|\|`)
	sentence  = regexp.MustCompile(`[.!?]["')*]*\s`)
)

// measureLanguage counts the faults of each folder, of at most two levels.
func measureLanguage(tree fs.FS) (map[string]faults, error) {
	found := map[string]faults{}
	err := walk(tree, func(name string) error {
		if !slices.Contains(spelled, path.Ext(name)) || strings.HasPrefix(name, "cmd/arch/language") || path.Base(name) == "CHANGELOG.md" {
			return nil
		}
		text, err := fs.ReadFile(tree, name)
		if err != nil {
			return fmt.Errorf("cannot read %s: %w", name, err)
		}
		if generated.Match(text) {
			return nil
		}
		parts := strings.Split(path.Dir(name), "/")
		folder := path.Join(parts[:min(2, len(parts))]...)
		f := found[folder]
		words := single.ReplaceAll(text, nil)
		for range 2 { // a match takes the letter that the next one needs
			words = camel.ReplaceAll(words, []byte("$1 $2"))
		}
		f.pronouns += len(pronouns.FindAllIndex(words, -1))
		f.coined += len(coined.FindAllIndex(words, -1))
		if path.Ext(name) == ".md" {
			f.long += longSentences(string(text))
		}
		found[folder] = f
		return nil
	})
	maps.DeleteFunc(found, func(_ string, f faults) bool { return f == faults{} })
	return found, err
}

// longSentences counts the sentences of a document that are too long, without its code.
func longSentences(text string) (n int) {
	text = address.ReplaceAllString(code.ReplaceAllString(text, "code"), "]")
	for _, p := range paragraph.Split(text, -1) {
		for _, s := range sentence.Split(p, -1) {
			if len(strings.Fields(s)) > maxSentence {
				n++
			}
		}
	}
	return n
}

// checkLanguage finds folders beyond their allowance, and says which may be lowered.
func checkLanguage(found, allowed map[string]faults) (problems []problem, lower bool) {
	for folder, f := range found {
		a := allowed[folder]
		for kind, n := range map[string][2]int{"gendered pronouns": {f.pronouns, a.pronouns}, "coined words": {f.coined, a.coined}, "long sentences": {f.long, a.long}} {
			if n[0] > n[1] {
				problems = append(problems, problem{folder, fmt.Sprintf("has %d %s, more than the %d of %s", n[0], kind, n[1], languageFile)})
			}
		}
	}
	for folder, a := range allowed {
		f := found[folder]
		lower = lower || f.pronouns < a.pronouns || f.coined < a.coined || f.long < a.long
	}
	return sortProblems(problems), lower
}

// readAllowances reads "folder pronouns coined long" lines.
func readAllowances(tree fs.FS) (map[string]faults, error) {
	text, err := fs.ReadFile(tree, languageFile)
	if err != nil {
		return nil, fmt.Errorf("cannot read the allowances: %w", err)
	}
	allowed := map[string]faults{}
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		if line := lines.Text(); line != "" && !strings.HasPrefix(line, "#") {
			folder, f := "", faults{}
			if _, err := fmt.Sscan(line, &folder, &f.pronouns, &f.coined, &f.long); err != nil {
				return nil, fmt.Errorf("%s: %q is not a folder and three numbers", languageFile, line)
			}
			allowed[folder] = f
		}
	}
	return allowed, nil
}

// lowered returns the allowances file with the lower of both counts: it never rises.
func lowered(found, allowed map[string]faults) []byte {
	out := []byte("# What the text of each folder may still have: gendered pronouns, coined words, sentences\n# over 35 words (documents). `go run ./cmd/arch language lower` lowers it; it never rises.\n")
	for _, folder := range slices.Sorted(maps.Keys(found)) {
		f, a := found[folder], allowed[folder]
		if f = (faults{min(f.pronouns, a.pronouns), min(f.coined, a.coined), min(f.long, a.long)}); f != (faults{}) {
			out = fmt.Appendln(out, folder, f.pronouns, f.coined, f.long)
		}
	}
	return out
}

// checkSubjects finds commits since the branch left main whose subject is too long. Without
// a main branch there are none.
func checkSubjects(ctx context.Context) (problems []problem) {
	for _, main := range []string{"origin/main", "main"} {
		subjects, err := exec.CommandContext(ctx, "git", "log", "--no-merges", "--format=%h %s", main+"..HEAD").Output()
		if err != nil {
			continue
		}
		for line := range strings.Lines(string(subjects)) {
			if commit, subject, _ := strings.Cut(strings.TrimSpace(line), " "); utf8.RuneCountInString(subject) > maxSubject {
				problems = append(problems, problem{commit, fmt.Sprintf("has a subject of more than %d characters: %s", maxSubject, subject)})
			}
		}
		return problems
	}
	return nil
}
