// Command arch checks the structure of the code: which package may import
// which, what each package must document, how long files may grow, that
// comments and pages cite nothing outside the repository, and how plain the
// language is. Its tests fail when the tree breaks a rule. As a program it
// prints the table of sizes; with the argument language it checks the text.
//
// It reads files; only `arch language lower` writes one, language.txt.
// Nothing here runs in the product.
//
// Concurrency: none. Lifecycle: none.
//
// Invariants: the rules are here and nowhere else (the linter's depguard
// repeats the few that are worth seeing in an editor). Exceptions to the
// sizes are in exceptions.txt, goroutines that need no guard against panics
// in goroutines.txt, each with a reason; the remaining allowances of the
// language check are in language.txt.
//
// Allowed imports: the standard library.
package main
