// Package schematest compares what is made of the field types with what was recorded
// of them in testdata/types.golden of the package under test. A type that is new needs
// no record: the tests of all types take it all the way.
//
// Concurrency: none; it is called by tests, one at a time in each package.
//
// Invariants: with the flag -update what is compared is recorded anew.
//
// Allowed imports: storage/schema.
package schematest
