// Package s3 stores the bytes of files in a bucket of a service that speaks the S3 API, such as
// SeaweedFS, Garage or Amazon S3.
//
// It owns the configuration, and the objects below a prefix of the bucket.
//
// Concurrency: safe for concurrent use.
//
// Invariants: see storage/blob. An object appears when its upload is complete; parts of an upload
// that failed are removed. Memory per upload is bounded by two parts.
//
// Allowed imports: storage leaves, storage/blob, minio-go.
package s3
