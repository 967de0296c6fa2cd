// Package folder stores the bytes of files in a directory of this machine.
//
// It owns the directory: a file for each key, and the temporary files of uploads.
//
// Concurrency: safe for concurrent use. Several nodes may share the directory, for example by NFS.
//
// Lifecycle: Open creates the directory and removes what interrupted uploads left; Close ends the
// use of it.
//
// Invariants: see storage/blob. Bytes are written to a temporary file, which is synced and renamed,
// and its directory is synced after that. All paths are below the directory (os.Root), whatever a
// symbolic link says.
//
// Allowed imports: storage leaves, storage/blob.
package folder
