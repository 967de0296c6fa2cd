// Package pid makes and reads the tokens by which a session of Socket.IO is recovered:
// what the protocol calls the pid.
//
// Invariants: a token is read only where it was signed with the same key and has not
// expired; it says nothing about what its bearer may do now.
//
// Concurrency: everything is pure.
// Allowed imports: storage leaves.
package pid
