// Package sid creates the provider's identifiers: a two-letter type and 32
// hexadecimal digits.
//
// Concurrency: safe for concurrent use. Allowed imports: the standard library.
package sid
