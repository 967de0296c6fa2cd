package main

import (
	"fmt"
	"os"
)

// main prints the sizes of the tree in the working directory, and what is
// wrong with them.
func main() {
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
	problems := checkSizes(kinds, exceptions)
	for _, p := range problems {
		fmt.Fprintln(os.Stderr, p)
	}
	if len(problems) > 0 {
		os.Exit(1)
	}
}
