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
//   - A file's content is readable with the right to read the link of its record, and by the public
//     link of a public file until that is withdrawn. A withdrawn link never works again.
//   - Content is deleted once its record is deleted for good (schema.Outside).
//
// Allowed imports: storage leaves, storage/schema, storage/access, storage/blob, actors/feature,
// actors/effects, actors/runtime, actors/sight.
package files
