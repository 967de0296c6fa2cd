// Package smtp sends letters by a mail server (RFC 5321), by way of go-mail.
//
// A password travels over TLS alone. A connection is opened for each letter, so there
// is nothing to keep alive and nothing to close.
//
// Concurrency: Mail is safe for concurrent use.
// Allowed imports: storage leaves, actors/mail, go-mail.
package smtp
