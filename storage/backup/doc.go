// Package backup stores snapshots of an installation in a repository: a directory or a bucket.
//
// A snapshot lists files; their content is cut into chunks, each of which the repository holds
// once, compressed, however many snapshots have it. Chunks lie in packs, and an index says where.
// With a passphrase everything but the list of the snapshots' names is encrypted with AES-256-GCM,
// by a key that the passphrase opens.
//
// A snapshot is there once its own record is written, which is last: what a crash leaves behind
// is no snapshot, and Prune removes it.
//
// Concurrency: a Repository and a Maker are for one goroutine. Several processes may add snapshots
// to one repository at once; Prune refuses to work while another one does.
//
// Allowed imports: storage leaves, storage/blob, zstd of klauspost/compress, scrypt.
package backup
