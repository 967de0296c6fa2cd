// Package seal encrypts single values (AES-256-GCM) so that the database, its backups and its log
// hold nothing readable without a key stored elsewhere.
//
// A sealed value is text: "sealed:", the number of its key, a dot, and nonce and ciphertext in
// base64. It is bound to its location (organization, object, record and field) and can't be
// opened anywhere else. Every organization has its own key, derived from the ring's (HKDF, RFC
// 5869).
//
// Concurrency: a Ring is immutable. Allowed imports: storage leaves.
package seal
