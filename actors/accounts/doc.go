// Package accounts owns signing in: accounts and their passwords, sessions and
// their refresh tokens, access tokens, and the Principal that each request acts
// for.
//
// It owns: SignIn, Refresh, Renew, Revoke, Authenticate, CreateUser, EndSessions.
//
// Invariants: an unknown address and a wrong password get the same answer after
// the same work; guesses are counted by network and account, so that a stranger keeps
// nobody out who sits in another network or at a browser that signed in before; a
// refresh token rotates, its predecessor stays good for
// 30 seconds and is answered with the same successor, a later reuse ends the
// session; a session or user that ended is refused within five seconds, at once
// where Invalidate saw the entry; only hashes of secrets are stored.
//
// Concurrency: Service is safe for concurrent use; its caches and counters are
// bounded. Lifecycle: Run ends with its context; nothing else runs in the
// background.
// Allowed imports: storage leaves, storage/access, storage/schema, storage/ratelimit; golang-jwt,
// x/crypto.
package accounts
