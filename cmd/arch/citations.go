package main

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

// written are the file types with comments and prose.
var written = []string{".go", ".ts", ".tsx", ".css", ".sql", ".md", ".txt", ".yml", ".yaml", ".conf", ".sh", ".html", ""}

// nowhere are citations of unpublished sources, in lower case: numbered
// sections and decisions of papers that the repository does not hold, and
// issues of a tracker.
var nowhere = regexp.MustCompile(`\bd[1-9] ?§|\barchitecture,? \(?§|\bdecisions? [0-9]+|\bhardening [a-z][0-9]?\b|` +
	`\bissue #?[0-9]+|\bthe specification\b|\b(the|as) specified\b`)

// hints prefilter lines that may cite something: most have none of them.
var hints = []string{"§", ".md", "docs/", "](", "decision", "hardening", "issue", "specifi"}

var (
	section   = regexp.MustCompile(`§ ?[0-9]`)
	published = regexp.MustCompile(`\b(RFC|ASVS) ?[0-9]`)
	// page is the name of a page, or a path below docs, but not a part of a
	// web address.
	page = regexp.MustCompile(`(?:^|[^\w./:@-])((?:[\w.-]+/)*[\w-]+\.md|(?:\.\./)*docs/[\w./-]*\w)`)
	// link is a Markdown link to a file of the repository.
	link    = regexp.MustCompile(`\]\(([^)#:\s]*)(#[^)\s]*)?\)`)
	heading = regexp.MustCompile(`(?m)^#+ +(.*)$`)
	unslug  = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

// checkCitations finds comments and pages that cite sources outside the
// repository, which a reader cannot look up.
func checkCitations(tree fs.FS) ([]problem, error) {
	var problems []problem
	err := walk(tree, func(name string) error {
		if !slices.Contains(written, path.Ext(name)) || strings.HasPrefix(name, "cmd/arch/citations") || strings.HasPrefix(name, "cmd/arch/language") {
			return nil
		}
		text, err := fs.ReadFile(tree, name)
		if err != nil {
			return fmt.Errorf("cannot read %s: %w", name, err)
		}
		before, isExample := "", false
		for i, line := range strings.Split(string(text), "\n") {
			if path.Ext(name) == ".md" && strings.HasPrefix(strings.TrimSpace(line), "```") {
				isExample = !isExample
			}
			if isExample {
				continue
			}
			for _, cited := range citedNowhere(tree, name, line, before) {
				problems = append(problems, problem{name, fmt.Sprintf("line %d cites %q, which the repository does not have: say it here, or on a page of docs", i+1, cited)})
			}
			before = line
		}
		return nil
	})
	return sortProblems(problems), err
}

// citedNowhere returns the citations of a line that a reader cannot look up. before is the
// preceding line, which may name the document of a section at the start of this one.
func citedNowhere(tree fs.FS, name, line, before string) (found []string) {
	small := strings.ToLower(line)
	if !slices.ContainsFunc(hints, func(hint string) bool { return strings.Contains(small, hint) }) {
		return nil
	}
	if cited := nowhere.FindString(small); cited != "" {
		found = append(found, cited)
	}
	if cited := section.FindString(line); cited != "" && !published.MatchString(before+" "+line) {
		found = append(found, cited)
	}
	for _, m := range page.FindAllStringSubmatch(line, -1) {
		if !isPage(tree, name, m[1]) {
			found = append(found, m[1])
		}
	}
	if path.Ext(name) == ".md" {
		for _, m := range link.FindAllStringSubmatch(line, -1) {
			if !leads(tree, name, m[1], m[2]) {
				found = append(found, m[1]+m[2])
			}
		}
	}
	return found
}

// isPage reports whether a path names a file, seen from the root, from the folder of the
// file that names it, or from docs.
func isPage(tree fs.FS, from, cited string) bool {
	for _, folder := range []string{".", path.Dir(from), "docs"} {
		if _, err := fs.Stat(tree, path.Join(folder, cited)); err == nil {
			return true
		}
	}
	return false
}

// leads reports whether a link of a page leads to a file, and to a heading of it.
func leads(tree fs.FS, from, target, anchor string) bool {
	file := from
	if target != "" {
		file = path.Join(path.Dir(from), target)
	}
	if anchor == "" {
		_, err := fs.Stat(tree, file)
		return err == nil
	}
	text, err := fs.ReadFile(tree, file)
	if err != nil {
		return false
	}
	for _, m := range heading.FindAllStringSubmatch(string(text), -1) {
		slug := strings.ReplaceAll(unslug.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-")
		if "#"+slug == anchor {
			return true
		}
	}
	return false
}
