// Command arch holds the shape of the code: which package may import which,
// what each package must say of itself, how long files may grow, and that comments
// and pages cite nothing which the repository does not hold. Its tests
// fail when the tree breaks a rule; run as a program it prints the table of
// sizes.
//
// It reads files and changes none. Nothing here runs in the product.
//
// Concurrency: none. Lifecycle: none.
//
// Invariants: the rules live here and nowhere else (the linter's depguard
// repeats the few that are worth seeing in an editor); exceptions to the sizes
// are named, with a reason, in exceptions.txt, goroutines that need no guard against
// panics in goroutines.txt.
//
// Allowed imports: the standard library.
package main
