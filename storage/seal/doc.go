// Package seal encrypts single values (AES-256-GCM) so that a database, its backups and its
// log hold nothing that can be read without a key that lies elsewhere.
//
// A sealed value is text: "sealed:", the number of its key, a dot, and nonce and ciphertext
// in base64. It is bound to the place where it lies (organization, object, record and
// field): moved elsewhere it can't be opened. Every organization has a key of its own, which
// is derived from the ring's (HKDF, RFC 5869).
//
// Concurrency: a Ring never changes.
// Allowed imports: storage leaves.
package seal
