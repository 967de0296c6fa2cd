// Package blob is the port for the bytes of files, which are stored outside the database.
//
// It owns the interface Storage and the rule for keys. Implementations: folder for a directory of
// this machine, s3 for a service that speaks the S3 API. blobtest is the suite that both pass.
//
// Concurrency: a Storage is safe for concurrent use, by several nodes as well.
//
// Invariants: a key holds all of its bytes or nothing: a reader never finds a part of an
// upload that was interrupted. What Put acknowledged survives a crash. A key that is not valid
// never reaches a path.
//
// Allowed imports: storage leaves.
package blob
