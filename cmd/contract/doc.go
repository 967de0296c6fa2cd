// Command contract writes the TypeScript types of the wire format from the Go
// payloads (hub/wire, rest/wire), from the registry of objects and from the
// features' commands, so that the browser's types are never copied by hand.
// CI runs it and fails on a difference.
//
// The Go structs go through tygo, which reads them with go/types and keeps
// their comments; records and commands are written here, because they are
// declared values.
//
// Concurrency: none; it runs once and ends.
//
// Allowed imports: everything.
package main
