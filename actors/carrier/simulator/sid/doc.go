// Package sid makes the provider's identifiers: two letters that say of what, and 32
// hexadecimal digits.
//
// Concurrency: safe for concurrent use.
// Allowed imports: the standard library.
package sid
