package main

import (
	"context"
	"fmt"
	"os"
	"slices"
)

// main prints the sizes of the tree in the working directory and their problems;
// `arch language` checks the text of the tree, `arch language lower` lowers its allowances.
func main() {
	if len(os.Args) > 1 && os.Args[1] == "language" {
		language(slices.Contains(os.Args, "lower"))
		return
	}
	tree := os.DirFS(".")
	kinds, err := measure(tree)
	if err == nil {
		printSizes(os.Stdout, kinds)
	}
	exceptions, exceptionsErr := readExceptions(tree)
	if err == nil {
		err = exceptionsErr
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "arch:", err)
		os.Exit(2)
	}
	finish(checkSizes(kinds, exceptions))
}

// finish prints problems and exits if there are any.
func finish(problems []problem) {
	for _, p := range problems {
		fmt.Fprintln(os.Stderr, p)
	}
	if len(problems) > 0 {
		os.Exit(1)
	}
}

// language checks the text of the tree in the working directory, and lowers its allowances
// on request.
func language(lower bool) {
	tree := os.DirFS(".")
	found, err := measureLanguage(tree)
	var allowed map[string]faults
	if err == nil {
		allowed, err = readAllowances(tree)
	}
	if err == nil && lower {
		err = os.WriteFile(languageFile, lowered(found, allowed), 0o600)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "arch:", err)
		os.Exit(2)
	}
	problems, spare := checkLanguage(found, allowed)
	if spare && !lower {
		fmt.Println("The text improved: run `go run ./cmd/arch language lower` and commit " + languageFile)
	}
	finish(append(problems, checkSubjects(context.Background())...))
}
