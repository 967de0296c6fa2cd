// Package mailtest is the suite of every implementation of actors/mail, and a mail
// server in this process that the one for SMTP is tested against.
//
// Concurrency: a Server is safe for concurrent use; it ends with its test.
// Allowed imports: storage leaves, actors/mail, go-smtp.
package mailtest
