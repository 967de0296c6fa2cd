// Package simulator stands in for a mail server where none is configured: it keeps
// the letters, so that a person can read them at the simulator's page.
//
// The letters lie in a file of a folder (temporary file, then rename), so that they
// outlive the process; the newest thousand are kept. Whoever reads a letter can do
// what its recipient could: the page shows an organization's letters to its superusers.
//
// Concurrency: safe for concurrent use; one lock guards the letters.
// Allowed imports: storage leaves, actors/mail.
package simulator
