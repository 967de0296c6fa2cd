// Package pid signs and reads the tokens by which a Socket.IO session is
// recovered; the protocol calls such a token the pid.
//
// Invariants: only a token that was signed with the same key and has not
// expired is accepted; it grants its bearer nothing.
//
// Concurrency: everything is pure.
//
// Allowed imports: storage leaves.
package pid
