// Package accounts owns signing in: accounts and their passwords, sessions and
// their refresh tokens, access tokens, and the Principal that each request acts
// for; memberships of several organizations, and the invitations by which alone one
// becomes a member.
//
// It owns, as parts of Service: SignIns (who proves himself, and where he is a member),
// Sessions (refresh tokens and their end), Principals (on whose behalf a token speaks),
// APIKeys (programs), Invitations (for administrators) and Offers (for who is invited);
// Members, for operators of the installation; Resets, for users who forgot a password.
//
// An account is a person's. An invited user is a record that lists show and that can't
// act: it is inactive and has no account. Accepting makes, in one transaction, the
// account (where the address has none), the membership and the user active; so it
// happens once, however many try. Users are written here under their version, beside
// their actor, which follows the log.
//
// Invariants: an unknown address and a wrong password get the same answer after
// the same work; guesses are counted by network and account, so that a stranger keeps
// nobody out who sits in another network or at a browser that signed in before; a
// refresh token rotates, its predecessor stays good for
// 30 seconds and is answered with the same successor, a later reuse ends the
// session; a session or user that ended is refused within five seconds, at once
// where Principals.Invalidate saw the entry; only hashes of secrets are stored; an organization
// learns nothing of an address that it invites, whether it has an account or not.
//
// A link for a new password is the newest one of its account and counts once; whether an
// address has an account is looked up behind the answer.
//
// Concurrency: all parts are safe for concurrent use; their caches and counters are
// bounded. Lifecycle: Principals.Run, what tells the audit of refused sign-ins and what sends links for
// new passwords end with
// their context; nothing else runs in the background.
// Allowed imports: actors/feature, storage leaves, storage/access, storage/schema, storage/ratelimit, actors/mail, actors/once; golang-jwt,
// x/crypto.
package accounts
