// Package mail is the port to electronic mail: the product writes letters and never
// reads any. The implementations are smtp, which hands letters to a mail server, and
// simulator, which keeps them where a person can read them at the simulator's page;
// mailtest is the suite that both pass.
//
// Invariants: a letter's id is its own for ever: sent again, because nobody knows
// whether the first time succeeded, it bears the same Message-ID, by which mail
// servers and the simulator tell a repeat. No name or subject can add a header or a
// recipient.
//
// Concurrency: implementations are safe for concurrent use.
// Allowed imports: storage leaves.
package mail
