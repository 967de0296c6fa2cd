// Command contract writes the TypeScript types of what crosses the wire, from the
// Go payloads (hub/wire, rest/wire) and from the registry of objects, so that the
// browser's types are never copied by hand. CI runs it and fails on a difference.
//
// The Go structs go through tygo, which reads them with go/types and keeps their
// comments; the records are written here, because the registry is ours alone.
//
// Concurrency: none; it runs once and ends.
//
// Allowed imports: everything.
package main
