// Package files stores files and declares the records that they belong to.
//
// It owns: the content of files (storage/blob) and what the record of a stored file says of it:
// type, size, checksum and links. A client changes the name, and whether the file is public.
//
// Concurrency: the Service is safe for concurrent use.
//
// Invariants:
//   - Content is stored before its record is committed. A record that is committed has its content;
//     content whose record failed is deleted.
//   - A type is what the bytes are, never what a client says.
//   - Whoever may read the link of a file's record may read its content, and nobody else, unless the
//     file is public: then its public link does, until it is withdrawn. A link that was withdrawn
//     stays dead.
//   - Content is deleted once its record is deleted for good (schema.Outside).
//
// Allowed imports: storage leaves, storage/schema, storage/access, storage/blob, actors/feature,
// actors/effects, actors/runtime, actors/sight.
package files
