// Package schema is the registry of objects: what fields an object has, of
// which type, and which of them say who may see a record. Tables, REST, forms
// and rights are all driven by it.
//
// A type of field is one file, type_<name>.go: the check of what clients send, the
// column, the SQL that indexes, sorts and compares it, what clients are shown, how it
// filters and what it is in TypeScript (FieldType).
//
// The objects of the product are declared by the features that own them
// (actors/<feature>/objects.go); actors/features puts them together. What the engine
// must know of one it reads here (facts.go): no object is named outside its feature.
//
// Invariants: a Registry is immutable; every object has the system fields; a
// lookup's target exists; names are lower snake case; who else branches on
// which type a field has is named by a test.
//
// Concurrency: safe for concurrent use.
// Allowed imports: storage leaves, and libraries that are pure: numbering plans, codes of countries, tags of languages.
package schema
