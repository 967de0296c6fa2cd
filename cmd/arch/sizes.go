package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// limit is the maximum length of files of a kind, in lines. Zero means no
// limit.
type limit struct {
	kind                    string
	median, most95, ceiling int
}

var limits = []limit{
	{"Go", 110, 400, 600},
	{"TypeScript", 80, 250, 400},
	{"tests", 0, 0, 900},
}

// measured is one kind's files by length.
type measured struct {
	limit
	lengths []int
	files   map[string]int
}

// exceptionsFile names the files that may be longer: path, lines, reason.
const exceptionsFile = "cmd/arch/exceptions.txt"

// measure counts the lines of all files that are not generated.
func measure(tree fs.FS) ([]measured, error) {
	kinds := make([]measured, len(limits))
	for i, l := range limits {
		kinds[i] = measured{limit: l, files: map[string]int{}}
	}
	err := walk(tree, func(name string) error {
		kind := kindOf(name)
		if kind < 0 {
			return nil
		}
		text, err := fs.ReadFile(tree, name)
		if err != nil {
			return fmt.Errorf("cannot read %s: %w", name, err)
		}
		if generated.Match(text) {
			return nil
		}
		lines := bytes.Count(text, []byte("\n"))
		kinds[kind].files[name] = lines
		kinds[kind].lengths = append(kinds[kind].lengths, lines)
		return nil
	})
	for _, k := range kinds {
		slices.Sort(k.lengths)
	}
	return kinds, err
}

// generated is Go's own marker, which our generator also writes into
// TypeScript.
var generated = regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.$`)

// kindOf returns an index of limits, or -1.
func kindOf(name string) int {
	base, ext := path.Base(name), path.Ext(name)
	switch {
	case ext != ".go" && ext != ".ts" && ext != ".tsx" && ext != ".mjs":
		return -1
	case strings.HasSuffix(base, "_test.go"), strings.Contains(base, ".test."), strings.Contains(base, ".spec."), strings.HasPrefix(name, "ui/e2e/"):
		return 2
	case ext == ".go":
		return 0
	}
	return 1
}

// quantile returns the length that the given share of the files does not
// exceed.
func (m measured) quantile(share float64) int {
	if len(m.lengths) == 0 {
		return 0
	}
	return m.lengths[int(float64(len(m.lengths)-1)*share)]
}

// checkSizes finds files beyond the ceilings and kinds beyond their
// quantiles.
func checkSizes(kinds []measured, exceptions map[string]int) []problem {
	var problems []problem
	seen := map[string]bool{}
	for _, m := range kinds {
		for name, lines := range m.files {
			ceiling := m.ceiling
			if allowed, ok := exceptions[name]; ok {
				ceiling, seen[name] = allowed, true
				if lines <= m.ceiling {
					problems = append(problems, problem{name, "is short enough: take it out of " + exceptionsFile})
				}
			}
			if lines > ceiling {
				problems = append(problems, problem{name, fmt.Sprintf("has %d lines, more than %d", lines, ceiling)})
			}
		}
		if median := m.quantile(0.5); m.median > 0 && median > m.median {
			problems = append(problems, problem{m.kind, fmt.Sprintf("the median file has %d lines, more than %d", median, m.median)})
		}
		if most := m.quantile(0.95); m.most95 > 0 && most > m.most95 {
			problems = append(problems, problem{m.kind, fmt.Sprintf("95 %% of the files have up to %d lines, more than %d", most, m.most95)})
		}
	}
	for name := range exceptions {
		if !seen[name] {
			problems = append(problems, problem{name, "is named in " + exceptionsFile + " but is not there"})
		}
	}
	return sortProblems(problems)
}

// readExceptions reads "path lines reason…"; the reason is required.
func readExceptions(tree fs.FS) (map[string]int, error) {
	text, err := fs.ReadFile(tree, exceptionsFile)
	if err != nil {
		return nil, fmt.Errorf("cannot read the exceptions: %w", err)
	}
	exceptions := map[string]int{}
	lines := bufio.NewScanner(bytes.NewReader(text))
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		if len(fields) < 3 {
			return nil, fmt.Errorf("%s: %q is not a path, a number of lines and a reason", exceptionsFile, lines.Text())
		}
		allowed, err := strconv.Atoi(fields[1])
		if err != nil {
			return nil, fmt.Errorf("%s: %q: %w", exceptionsFile, lines.Text(), err)
		}
		exceptions[fields[0]] = allowed
	}
	return exceptions, lines.Err()
}

// printSizes writes the table that `just sizes` shows.
func printSizes(out io.Writer, kinds []measured) {
	fmt.Fprintf(out, "%-12s %6s %8s %14s %14s %15s  %s\n", "kind", "files", "lines", "median (max)", "95 % (max)", "longest (max)", "longest file")
	for _, m := range kinds {
		total, longest := 0, ""
		for name, lines := range m.files {
			total += lines
			if longest == "" || lines > m.files[longest] || lines == m.files[longest] && name < longest {
				longest = name
			}
		}
		fmt.Fprintf(out, "%-12s %6d %8d %14s %14s %15s  %s\n", m.kind, len(m.files), total,
			of(m.quantile(0.5), m.median), of(m.quantile(0.95), m.most95), of(m.files[longest], m.ceiling), longest)
	}
}

func of(value, limit int) string {
	if limit == 0 {
		return strconv.Itoa(value)
	}
	return fmt.Sprintf("%d (%d)", value, limit)
}
