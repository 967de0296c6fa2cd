// Package stage keeps the files of long work for as long as it takes: what is imported, and what was
// exported. Nothing here is a record, and nobody reaches it without the feature that put it there.
//
// Concurrency: a Folder is safe for concurrent use, by several processes as well. A file is there
// whole or not at all.
// Allowed imports: the standard library, storage/fault.
package stage
